import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "~/ui/skeleton.tsx";
import type { LandingDraft } from "../lib/landing-draft.ts";
import { versionQuery } from "./api.ts";
import { blockExcerpt } from "./block-excerpt.ts";
import { blockTitle } from "./use-blocks.ts";

type Props = {
  /** The version to compare with. Without a status, it is one of the past. */
  page: { id: string; version: number; status?: "draft" | "published" };
  draft: LandingDraft;
  /** The slug of the page's account, if one works in another. */
  account?: string;
};

/** Compares a draft, or a version, with another version. */
export function Changes({ page, draft, account }: Props) {
  const live = useQuery(versionQuery(page.id, page.version, account));
  if (live.isError) return <p className="text-13 text-ink-3">Couldn't load version {page.version} for comparison.</p>;
  if (!live.data) return <Skeleton className="h-16" />;
  const changes = draftChanges(live.data, draft);
  if (changes.length === 0)
    return (
      <p className="text-13 text-ink-2">
        No changes since version {page.version}
        {page.status && (page.status === "published" ? ", which is live" : ", the last one that was live")}.
      </p>
    );
  return (
    <section aria-label="Changes" className="grid gap-1.5">
      <h3 className="font-medium text-13">Since version {page.version}</h3>
      <ul className="grid max-h-64 gap-1.5 overflow-y-auto text-13" tabIndex={-1}>
        {changes.map(({ what, detail }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place} className="wrap-anywhere grid grid-cols-[6.5rem_1fr] gap-2">
            <span className="font-medium">{what}</span>
            <span className="text-ink-2">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Change = { what: string; detail: string };

const TEXT_FIELDS = [
  ["title", "Title"],
  ["description", "Description"],
  ["slug", "URL"],
  ["theme", "Theme"],
] as const;
const CODE_FIELDS = [
  ["custom_css", "CSS"],
  ["custom_js", "JavaScript"],
] as const;

/** The differences between the published version and the draft. */
function draftChanges(live: LandingDraft, draft: LandingDraft): Change[] {
  const changes: Change[] = [];
  for (const [name, what] of TEXT_FIELDS)
    if (live[name] !== draft[name]) changes.push({ what, detail: `${quote(live[name])} → ${quote(draft[name])}` });
  if (live.hide_title !== draft.hide_title)
    changes.push({ what: "Title and description", detail: draft.hide_title ? "hidden" : "shown" });
  if (live.content !== draft.content) {
    if (live.blocks && draft.blocks) changes.push(...blockChanges(live, draft));
    else changes.push({ what: "Content", detail: lineChanges(live.content, draft.content) });
  }
  for (const [name, what] of CODE_FIELDS)
    if (live[name] !== draft[name]) changes.push({ what, detail: lineChanges(live[name], draft[name]) });
  return changes;
}

const quote = (text: string) => (text ? `“${text}”` : "nothing");

function blockChanges({ blocks: before }: LandingDraft, { blocks: after }: LandingDraft): Change[] {
  const old = before ?? [];
  const now = after ?? [];
  const changes: Change[] = [];
  for (const block of now) {
    const was = old.find(({ id }) => id === block.id);
    if (!was) changes.push({ what: blockTitle(block), detail: verbText("added", blockExcerpt(block)) });
    else if (JSON.stringify(sorted(was)) !== JSON.stringify(sorted(block)))
      changes.push({ what: blockTitle(block), detail: verbText("changed", blockExcerpt(block)) });
  }
  for (const block of old)
    if (!now.some(({ id }) => id === block.id))
      changes.push({ what: blockTitle(block), detail: verbText("removed", blockExcerpt(block)) });
  const stayed = (list: typeof old, other: typeof old) =>
    list.filter(({ id }) => other.some((each) => each.id === id)).map(({ id }) => id);
  if (stayed(old, now).join() !== stayed(now, old).join()) changes.push({ what: "Order", detail: "blocks moved" });
  return changes;
}

const verbText = (verb: string, words: string) => (words ? `${verb}: ${words}` : verb);
/** Sorts an object's fields, because the database does not keep their order. */
const sorted = (block: object) => Object.entries(block).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Counts added and removed lines. Moved lines do not count. */
function lineChanges(before: string, after: string): string {
  const left = new Map<string, number>();
  for (const line of before.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of after.split("\n")) {
    const many = left.get(line) ?? 0;
    if (many > 0) left.set(line, many - 1);
    else added += 1;
  }
  const removed = [...left.values()].reduce((sum, many) => sum + many, 0);
  if (added === 0 && removed === 0) return "lines moved";
  return [added > 0 && `${lines(added)} added`, removed > 0 && `${lines(removed)} removed`].filter(Boolean).join(", ");
}

const lines = (many: number) => (many === 1 ? "1 line" : `${many} lines`);
