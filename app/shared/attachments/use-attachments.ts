import { type ClipboardEvent, type DragEvent, useEffect, useState, useSyncExternalStore } from "react";
import { type Attachment, AttachmentUploads } from "./attachment-uploads.ts";

export type Attachments = {
  uploads: AttachmentUploads;
  items: readonly Attachment[];
  /** Why the files that were chosen last are not accepted. */
  problems: readonly string[];
  add: (files: readonly File[]) => void;
  /** Whether files are dragged over the form. */
  isOver: boolean;
  /** Handlers of the form, so that files can be dropped and pasted anywhere in it. */
  formProps: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
};

/** The files of a message that a person writes. They are deleted when the form closes without `uploads.release()`. */
export function useAttachments(pathOf: (messageId: string, name: string) => string): Attachments {
  const [uploads] = useState(() => new AttachmentUploads(pathOf));
  const items = useSyncExternalStore(uploads.subscribe, uploads.items, uploads.items);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  useEffect(() => () => uploads.discard(), [uploads]);
  const add = (files: readonly File[]) => setProblems(uploads.add(files));
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    uploads,
    items,
    problems,
    add,
    isOver,
    formProps: {
      onDragOver: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add([...event.dataTransfer.files]);
      },
      onPaste: ({ clipboardData }) => {
        // Text from an office program comes with a picture of itself.
        if (clipboardData.files.length === 0 || clipboardData.types.includes("text/plain")) return;
        add([...clipboardData.files]);
      },
    },
  };
}
