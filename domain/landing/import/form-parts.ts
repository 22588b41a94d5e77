import { MAX_HINT, MAX_HINTS } from "./form-questions.ts";
import type { FormReading } from "./page-form.ts";
import type { PageParts, Part } from "./page-place.ts";
import { plain } from "./part-texts.ts";

/**
 * A form and what else is inside it, in an order that a page can have: what opens the form is above it, short words between
 * fields become hints, and short words at its end become the note below the button. `above` are the page's parts so far.
 */
export function placeFormParts(
  form: FormReading,
  inside: readonly Part[],
  above: readonly Part[],
  unasked: PageParts["unasked"],
): Part[] {
  const first = inside.findIndex(({ kind }) => kind === "control");
  const last = inside.findLastIndex(({ kind }) => kind === "control");
  const isKept = (part: Part) => {
    if (part.kind !== "link" || part.href) return true;
    // Buttons without an address, such as those between steps, are the work of scripts.
    unasked.words.push(part.words);
    return false;
  };
  const open = first < 0 ? [...inside] : inside.slice(0, first).filter(isKept);
  const end = first < 0 ? [] : inside.slice(last + 1).filter(isKept);
  for (const run of runsOf(first < 0 ? [] : inside.slice(first, last + 1))) {
    const kept = run.parts.filter(isKept);
    if (kept.every((part) => lineOf(part) !== "")) for (const part of kept) addHint(part, run, form, open, unasked);
    else open.push(...kept.filter(({ kind }) => kind !== "break"));
  }
  const hasHeading = above.slice(above.findLastIndex(({ kind }) => kind === "break") + 1).some(isHeading);
  const { fields, button } = form;
  const isNote = end.every((part) => part.kind === "break" || (lineOf(part) !== "" && !isHeading(part)));
  const small = isNote ? end.map(lineOf).filter(Boolean).join(" ") : "";
  const isShort = small !== "" && small.length <= MAX_HINT;
  if (isShort) for (const part of end) keepLink(part, unasked);
  return [
    // A smaller heading below the section's would divide the section.
    ...open.map((part): Part => (hasHeading && isHeading(part) && part.level > 2 ? bold(part.text) : part)),
    { kind: "form", fields, button, small: isShort ? small : "" },
    ...(isShort ? [] : end),
  ];
}

type Control = Extract<Part, { kind: "control" }>;
type Run = { before: Control; parts: Part[]; after: Control };

const isHeading = (part: Part): part is Extract<Part, { kind: "heading" }> => part.kind === "heading";
const bold = (text: string): Part => ({ kind: "text", text: `**${text.replaceAll("*", "")}**` });

/** What is between each two controls. */
function runsOf(parts: readonly Part[]): Run[] {
  const runs: Run[] = [];
  let before: Control | undefined;
  let between: Part[] = [];
  for (const part of parts) {
    if (part.kind !== "control") between.push(part);
    else {
      const solid = between.filter(({ kind }) => kind !== "break");
      if (before && solid.length > 0) runs.push({ before, parts: solid, after: part });
      before = part;
      between = [];
    }
  }
  return runs;
}

/** The words of a part that fits in a line; empty if none does. */
function lineOf(part: Part): string {
  if (part.kind === "link") return part.words;
  const isLine = part.kind === "text" || (part.kind === "heading" && part.level > 2);
  const words = isLine
    ? plain(part.text)
        .replace(/\n(- )?/g, " ")
        .trim()
    : "";
  return words.length <= MAX_HINT ? words : "";
}

/** Headings and questions are about the next field, everything else is about the one before. */
function addHint(part: Part, { before, after }: Run, form: FormReading, open: Part[], unasked: PageParts["unasked"]) {
  const words = lineOf(part);
  const isNext = isHeading(part) || /[?:]$/.test(words);
  const field = form.fieldOf.get((isNext ? after : before).control);
  if (!field || String(field.hint).length + words.length > MAX_HINTS) {
    open.push(part);
    return;
  }
  field.hint = isNext ? `${words} ${String(field.hint)}`.trim() : `${String(field.hint)} ${words}`.trim();
  keepLink(part, unasked);
}

/** Hints and notes are words only. Their links are named, so that their author can add them elsewhere. */
function keepLink(part: Part, unasked: PageParts["unasked"]): void {
  if (part.kind === "link" && part.href) unasked.links.push(part.words);
  if (part.kind === "text") for (const [, words = ""] of part.text.matchAll(LINK)) unasked.links.push(words);
}

const LINK = /\[([^\][\n]+)\]\([^\s()]+\)/g;
