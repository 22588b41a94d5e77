import type { ReactNode } from "react";
import { cn } from "~/ui/cn.ts";
import { LinkedText } from "~/ui/linked-text.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { AttachedFiles } from "../attachments/attached-files.tsx";
import type { FilesById } from "../attachments/request-files.ts";
import { keepInView } from "../keep-in-view.ts";

/** What was said about a request after it was sent. */
export type Entry = { id: string; body: string; created_at: string; from_client: boolean };

type Props<Said> = {
  entries: readonly Said[];
  files: FilesById | undefined;
  /** Who wrote it. */
  authorOf: (entry: Said) => ReactNode;
  /** The name of the list of its files. */
  filesLabelOf: (entry: Said) => string;
};

/** The answers to a request and the client's replies, oldest first. What the client wrote has a background of its own. */
export function Conversation<Said extends Entry>({ entries, files, authorOf, filesLabelOf }: Props<Said>) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label="Conversation" className="grid gap-3">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className={cn(
            "grid gap-1 border-l-2 pl-3 text-sm",
            entry.from_client ? "rounded-r-md border-accent bg-sunken py-2 pr-3" : "border-line-strong",
          )}
        >
          <p className="wrap-anywhere text-ink-3 text-xs">
            <b className="font-medium text-ink-2">{authorOf(entry)}</b> · <TimeAgo at={entry.created_at} />
          </p>
          <p className="wrap-anywhere max-w-[75ch] whitespace-pre-line">
            <LinkedText text={entry.body} />
          </p>
          <AttachedFiles files={files?.get(entry.id)} label={filesLabelOf(entry)} />
        </li>
      ))}
    </ol>
  );
}

/** Shows the request that an email links to, once the list is loaded. */
export function showLinkedRequest(element: HTMLElement | null) {
  return element && location.hash === `#${element.id}` ? keepInView(element) : undefined;
}
