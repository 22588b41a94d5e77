import { useEffect, useRef, useState } from "react";
import { type Bucket, fileProblem } from "../../domain/files.ts";
import { problemText } from "./problem-text.ts";

export type UploadItem = {
  id: string;
  name: string;
  /** The share that is sent, from 0 to 1; null while other files are sent first. */
  share: number | null;
  /** Why it was not stored; null while it waits or is sent. */
  problem: string | null;
  /** Whether another try may help. A file that the bucket does not accept stays refused. */
  isRetryable: boolean;
};

type Options = {
  bucket: Bucket;
  /** Stores one file. The item ends when it resolves. */
  send: (file: File, more: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<void>;
  /** Replaces the check of size and type. */
  check?: (file: File) => string | undefined;
};

/** Files that are on their way into storage, one at a time. Files that failed stay in the list until someone removes them. */
export function useUploads({ bucket, send, check = (file) => fileProblem(bucket, file) }: Options) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const files = useRef(new Map<string, { file: File; abort: AbortController }>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(send);
  latest.current = send;

  useEffect(() => {
    const held = files.current;
    return () => {
      for (const { abort } of held.values()) abort.abort(new Error("left"));
    };
  }, []);

  const patch = (id: string, change: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...change } : item)));
  const forget = (id: string) => {
    files.current.delete(id);
    setItems((all) => all.filter((item) => item.id !== id));
  };

  const start = (id: string) => {
    queue.current = queue.current.then(async () => {
      const entry = files.current.get(id);
      if (!entry || entry.abort.signal.aborted) return;
      patch(id, { share: 0 });
      try {
        const onProgress = (share: number) => patch(id, { share });
        await latest.current(entry.file, { onProgress, signal: entry.abort.signal });
        forget(id);
      } catch (error) {
        if (!entry.abort.signal.aborted)
          patch(id, {
            share: null,
            problem: problemText(error, `${entry.file.name} wasn't uploaded`),
            isRetryable: true,
          });
      }
    });
  };

  return {
    items,
    busy: items.some(({ problem }) => problem === null),
    /** Checks files and sends those that may be stored. */
    add(chosen: readonly File[]) {
      for (const file of chosen) {
        const id = crypto.randomUUID();
        const problem = check(file) ?? null;
        if (!problem) files.current.set(id, { file, abort: new AbortController() });
        setItems((all) => [
          ...all,
          { id, name: file.name || "Pasted picture", share: null, problem, isRetryable: false },
        ]);
        if (!problem) start(id);
      }
    },
    retry(id: string) {
      patch(id, { problem: null });
      start(id);
    },
    /** Cancels an upload, or removes a failed one from the list. Nothing is stored. */
    remove(id: string) {
      files.current.get(id)?.abort.abort(new Error("canceled"));
      forget(id);
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
