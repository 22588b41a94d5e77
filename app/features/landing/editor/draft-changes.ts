import type { LandingDraft } from "../lib/landing-draft.ts";
import { blockExcerpt, blockTitle } from "./block-title.ts";

export type Change = { what: string; detail: string };

const TEXT_FIELDS = [
  ["title", "Title"],
  ["description", "Description"],
  ["slug", "Address"],
  ["theme", "Theme"],
] as const;
const CODE_FIELDS = [
  ["custom_css", "CSS"],
  ["custom_js", "JavaScript"],
] as const;

/** What a draft would change of what visitors see, for those who publish it. */
export function draftChanges(live: LandingDraft, draft: LandingDraft): Change[] {
  const changes: Change[] = [];
  for (const [name, what] of TEXT_FIELDS)
    if (live[name] !== draft[name])
      changes.push({ what, detail: `${quote(live[name])} becomes ${quote(draft[name])}` });
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
  if (stayed(old, now).join() !== stayed(now, old).join()) changes.push({ what: "Order", detail: "blocks were moved" });
  return changes;
}

const verbText = (verb: string, words: string) => (words ? `${verb}: ${words}` : verb);
/** The database keeps the fields of an object in an order of its own. */
const sorted = (block: object) => Object.entries(block).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** How many lines came and went; lines that moved count as neither. */
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
  if (added === 0 && removed === 0) return "lines were moved";
  return `${lines(added)} added, ${lines(removed)} removed`;
}

const lines = (many: number) => (many === 1 ? "1 line" : `${many} lines`);
