import { Paperclip } from "lucide-react";
import { useId, useRef } from "react";
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { acceptOf, FILE_RULES, MAX_ATTACHMENTS, typeNames } from "../../../domain/files.ts";
import { formatFileSize } from "../../../domain/format-count.ts";
import { UploadList, UploadProblems } from "../uploads/upload-list.tsx";
import type { UploadItem } from "../uploads/upload-queue.ts";
import type { Attachments } from "./use-attachments.ts";

const MAX_SIZE = formatFileSize(FILE_RULES.attachments.maxBytes);

/** The files of a message: chosen, dropped or pasted, each with its progress and a way to cancel, retry or remove it. */
export function AttachmentsField({ attachments: { uploads, isOver } }: { attachments: Attachments }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium text-13">
        Files <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <UploadList
        label="Attached files"
        uploads={uploads}
        // The button that had the focus is gone.
        onRemoved={() => input.current?.focus()}
      />
      <FileDropzone
        ref={input}
        layout="line"
        icon={<Paperclip aria-hidden="true" />}
        title="Attach files"
        text=", or drop or paste them here"
        accept={acceptOf("attachments")}
        multiple
        isOver={isOver}
        describedBy={`${id}-hint`}
        onFiles={uploads.add}
      />
      <p id={`${id}-hint`} className="text-ink-3 text-xs">
        Up to {MAX_ATTACHMENTS} files of {MAX_SIZE} each: {typeNames("attachments").join(", ")}
      </p>
      <UploadProblems problems={uploads.problems} />
      <p role="status" className="sr-only">
        {announce(uploads.items)}
      </p>
    </fieldset>
  );
}

function announce(items: readonly UploadItem[]): string {
  const open = items.filter(({ state }) => state === "waiting" || state === "sending").length;
  if (items.length === 0) return "";
  return open > 0
    ? `Uploading ${open === 1 ? "1 file" : `${open} files`}`
    : `${items.filter(({ state }) => state === "done").length} of ${items.length} files uploaded`;
}
