import { type ClipboardEvent, useEffect, useState } from "react";
import { useFileDrop } from "~/ui/use-file-drop.ts";
import { pastedFiles } from "../uploads/pasted-files.ts";
import { useUploads } from "../uploads/use-uploads.ts";
import { AttachmentUploads } from "./attachment-uploads.ts";

export type Attachments = ReturnType<typeof useAttachments>;

/** The files of a message that a person writes. They are deleted when the form closes without `message.release()`. */
export function useAttachments(pathOf: (messageId: string, name: string) => string) {
  const [message] = useState(() => new AttachmentUploads(pathOf));
  const uploads = useUploads(message);
  const { isOver, dropProps } = useFileDrop(uploads.add);
  useEffect(() => () => message.discard(), [message]);
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const files = pastedFiles(clipboardData);
    if (files.length > 0) uploads.add(files);
  };
  return {
    message,
    uploads,
    /** Whether files are dragged over the form. */
    isOver,
    /** Handlers of the form, so that files can be dropped and pasted anywhere in it. */
    formProps: { ...dropProps, onPaste },
  };
}
