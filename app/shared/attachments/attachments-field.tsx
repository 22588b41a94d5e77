import { CircleAlert, Paperclip, RotateCw, X } from "lucide-react";
import { useId, useRef } from "react";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { acceptOf, FILE_RULES, MAX_ATTACHMENTS, typeNames } from "../../../domain/files.ts";
import { formatFileSize, formatPercent } from "../../../domain/format-count.ts";
import type { Attachment } from "./attachment-uploads.ts";
import { FileIcon } from "./file-icon.tsx";
import type { Attachments } from "./use-attachments.ts";

const MAX_SIZE = formatFileSize(FILE_RULES.attachments.maxBytes);

/** The files of a message: chosen, dropped or pasted, each with its progress and a way to cancel, retry or remove it. */
export function AttachmentsField({
  attachments: { uploads, items, problems, add, isOver },
}: {
  attachments: Attachments;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = (item: Attachment) => {
    uploads.remove(item.id);
    // The button is gone.
    input.current?.focus();
  };
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium text-13">
        Files <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      {items.length > 0 && (
        <ul aria-label="Attached files" className="grid gap-1.5">
          {items.map((item) => (
            <Row key={item.id} item={item} onRetry={() => uploads.retry(item.id)} onRemove={() => remove(item)} />
          ))}
        </ul>
      )}
      <label
        className={cn(
          "flex min-h-10 cursor-pointer items-center gap-2 rounded-ctl border border-line-strong border-dashed px-3 text-13 hover:bg-hover phone:min-h-11",
          "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
          isOver && "border-ink bg-hover",
        )}
      >
        <Paperclip aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <span>
          <span className="font-medium">Attach files</span>
          <span aria-hidden="true" className="text-ink-3 phone:hidden">
            , or drop or paste them here
          </span>
        </span>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptOf("attachments")}
          aria-describedby={`${id}-hint`}
          className="sr-only"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Choosing the same file again, after it was removed, must also fire a change.
            target.value = "";
            add(files);
          }}
        />
      </label>
      <p id={`${id}-hint`} className="text-ink-3 text-xs">
        Up to {MAX_ATTACHMENTS} files of {MAX_SIZE} each: {typeNames("attachments").join(", ")}
      </p>
      <div role="alert" className="grid gap-1 text-bad-fg text-xs empty:hidden">
        {problems.map((problem) => (
          <Problem key={problem} text={problem} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {announce(items)}
      </p>
    </fieldset>
  );
}

type RowProps = { item: Attachment; onRetry: () => void; onRemove: () => void };

function Row({ item: { file, state, share, problem }, onRetry, onRemove }: RowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 rounded-ctl border border-line bg-surface py-1 pr-1 pl-3">
      <FileIcon type={file.type} />
      <span className="grid min-w-0">
        <span className="truncate text-13" title={file.name}>
          {file.name}
        </span>
        <span className="num text-ink-3 text-xs">{STATE_TEXTS[state](file.size, share)}</span>
      </span>
      <span className="flex">
        {state === "failed" && (
          <IconButton size="sm" label={`Retry ${file.name}`} onClick={onRetry}>
            <RotateCw aria-hidden="true" />
          </IconButton>
        )}
        <IconButton size="sm" label={`${state === "sending" ? "Cancel" : "Remove"} ${file.name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </span>
      {state === "sending" && (
        <span
          role="progressbar"
          aria-label={`Uploading ${file.name}`}
          aria-valuenow={Math.round(share * 100)}
          className="col-span-full mr-2 h-1 overflow-hidden rounded-full bg-mute-bg forced:border"
        >
          <span
            className="block h-full origin-left bg-ink-2 transition-transform forced:bg-[Highlight]"
            style={{ transform: `scaleX(${share})` }}
          />
        </span>
      )}
      {problem && (
        <span role="alert" className="col-span-full pb-1 text-bad-fg text-xs">
          <Problem text={problem} />
        </span>
      )}
    </li>
  );
}

const STATE_TEXTS: Record<Attachment["state"], (size: number, share: number) => string> = {
  waiting: (size) => `${formatFileSize(size)} · waiting`,
  // All is sent, but the server still checks it.
  sending: (size, share) => `${formatFileSize(size)} · ${share < 1 ? formatPercent(share) : "checking"}`,
  done: (size) => formatFileSize(size),
  failed: (size) => formatFileSize(size),
};

function Problem({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1">
      <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </span>
  );
}

function announce(items: readonly Attachment[]): string {
  const open = items.filter(({ state }) => state === "waiting" || state === "sending").length;
  if (items.length === 0) return "";
  return open > 0
    ? `Uploading ${open === 1 ? "1 file" : `${open} files`}`
    : `${items.filter(({ state }) => state === "done").length} of ${items.length} files uploaded`;
}
