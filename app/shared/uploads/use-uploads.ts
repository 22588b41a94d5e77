import { useState, useSyncExternalStore } from "react";
import type { UploadItem, UploadQueue } from "./upload-queue.ts";

type Queue = Pick<UploadQueue, "items" | "subscribe" | "add" | "retry" | "remove">;

/** A queue as a component shows it. */
export type Uploads = {
  items: readonly UploadItem[];
  /** Why the files that were chosen last are not accepted. */
  problems: readonly string[];
  add: (files: readonly File[]) => void;
  retry: (id: string) => void;
  remove: (id: string) => void;
};

/** Shows a queue of uploads, and the sentences about files that it did not accept. */
export function useUploads(queue: Queue): Uploads {
  const items = useSyncExternalStore(queue.subscribe, queue.items, queue.items);
  const [problems, setProblems] = useState<readonly string[]>([]);
  return {
    items,
    problems,
    add: (files) => setProblems(queue.add(files)),
    retry: queue.retry,
    remove: queue.remove,
  };
}
