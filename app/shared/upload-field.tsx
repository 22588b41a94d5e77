import { CircleAlert, RotateCw, X } from "lucide-react";
import { type DragEvent, type ReactNode, useEffect } from "react";
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Progress } from "~/ui/progress.tsx";
import { formatPercent } from "../../domain/format-count.ts";
import { useEventCallback } from "./use-event-callback.ts";
import type { UploadItem, Uploads } from "./use-uploads.ts";

type Props = {
  uploads: Uploads;
  icon: ReactNode;
  title: string;
  /** The accepted files, and their largest size. */
  text: ReactNode;
  /** The value for an input's `accept`. */
  accept: string;
  multiple?: boolean;
  compact?: boolean;
};

/** A drop zone with the files that are on their way: progress, Cancel, the problem, and another try. */
export function UploadField({ uploads, ...dropzone }: Props) {
  return (
    <div className="grid min-w-0 gap-2">
      <FileDropzone {...dropzone} onFiles={uploads.add} />
      <UploadList uploads={uploads} />
    </div>
  );
}

function UploadList({ uploads: { items, retry, remove } }: { uploads: Uploads }) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="grid min-w-0 gap-1.5">
      {items.map((item) => (
        <UploadRow key={item.id} item={item} onRetry={() => retry(item.id)} onRemove={() => remove(item.id)} />
      ))}
    </ul>
  );
}

type RowProps = { item: UploadItem; onRetry: () => void; onRemove: () => void };

function UploadRow({ item: { name, share, problem, isRetryable }, onRetry, onRemove }: RowProps) {
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-ctl border border-line py-1 pr-1 pl-3">
      {problem === null ? (
        <Progress
          label={name}
          value={share ?? 0}
          max={1}
          text={share === null ? "Waiting" : share < 1 ? formatPercent(share) : "Checking…"}
          className="min-w-0 flex-1 [&_span:first-child]:min-w-0 [&_span:first-child]:truncate"
        />
      ) : (
        <div className="min-w-0 flex-1 py-1">
          <p className="truncate text-13">{name}</p>
          <p role="alert" className="flex items-start gap-1 text-bad-fg text-xs">
            <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            <span className="min-w-0">{problem}</span>
          </p>
        </div>
      )}
      {problem !== null && isRetryable && (
        <IconButton size="sm" label={`Try ${name} again`} onClick={onRetry}>
          <RotateCw aria-hidden="true" />
        </IconButton>
      )}
      <IconButton size="sm" label={problem === null ? `Cancel ${name}` : `Dismiss ${name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** Passes files from the clipboard on while the component is shown. Pasted text stays with its field. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const receive = useEventCallback(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      receive(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [receive]);
}

/** Makes an element accept dropped files, so that a file beside the drop zone does not replace the page. */
export function fileDropProps(onFiles: (files: File[]) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      // The innermost element that accepts files gets them. React passes events of a dialog to what opened it, too.
      event.stopPropagation();
      const files = [...event.dataTransfer.files];
      if (files.length > 0) onFiles(files);
    },
  };
}
