import { CircleAlert, RotateCw, X } from "lucide-react";
import { IconButton } from "~/ui/icon-button.tsx";
import { ProgressBar } from "~/ui/progress.tsx";
import { formatFileSize, formatPercent } from "../../../domain/format-count.ts";
import { FileIcon } from "./file-icon.tsx";
import type { UploadItem } from "./upload-queue.ts";
import type { Uploads } from "./use-uploads.ts";

type Props = { label: string; uploads: Uploads; onRemoved?: () => void };

/** Files on their way: progress, Cancel, the problem, and another try. */
export function UploadList({ label, uploads: { items, retry, remove }, onRemoved }: Props) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="grid min-w-0 gap-1.5">
      {items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          onRetry={() => retry(item.id)}
          onRemove={() => {
            remove(item.id);
            onRemoved?.();
          }}
        />
      ))}
    </ul>
  );
}

type RowProps = { item: UploadItem; onRetry: () => void; onRemove: () => void };

function UploadRow({ item: { file, state, share, problem }, onRetry, onRemove }: RowProps) {
  const name = file.name || "Pasted file";
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 rounded-ctl border border-line bg-surface py-1 pr-1 pl-3">
      <FileIcon type={file.type} />
      <span className="grid min-w-0">
        <span className="truncate text-13" title={name}>
          {name}
        </span>
        <span className="num text-ink-3 text-xs">{STATE_TEXTS[state](file.size, share)}</span>
      </span>
      <span className="flex">
        {state === "failed" && (
          <IconButton size="sm" label={`Retry ${name}`} onClick={onRetry}>
            <RotateCw aria-hidden="true" />
          </IconButton>
        )}
        <IconButton size="sm" label={`${state === "sending" ? "Cancel" : "Remove"} ${name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </span>
      {state === "sending" && (
        <ProgressBar aria-label={`Uploading ${name}`} value={share} max={1} className="col-span-full mr-2" />
      )}
      {problem && (
        <span role="alert" className="col-span-full pb-1 text-bad-fg text-xs">
          <Problem text={problem} />
        </span>
      )}
    </li>
  );
}

const STATE_TEXTS: Record<UploadItem["state"], (size: number, share: number) => string> = {
  waiting: (size) => `${formatFileSize(size)} · waiting`,
  // All is sent, but the server still checks it.
  sending: (size, share) => `${formatFileSize(size)} · ${share < 1 ? formatPercent(share) : "checking"}`,
  done: (size) => formatFileSize(size),
  failed: (size) => formatFileSize(size),
};

/** Why the files that were chosen last are not accepted. */
export function UploadProblems({ problems }: Pick<Uploads, "problems">) {
  return (
    <div role="alert" className="grid gap-1 text-bad-fg text-xs empty:hidden">
      {problems.map((problem) => (
        <Problem key={problem} text={problem} />
      ))}
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1">
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </span>
  );
}
