import type { Part } from "./page-place.ts";

export type Of<Kind extends Part["kind"]> = Extract<Part, { kind: Kind }>;

/** A list of a block has no more items than this. */
export const MAX_ITEMS = 40;

/** The parts of a group by kind, in the page's order. */
export function sort(group: readonly Part[]) {
  const of = <Kind extends Part["kind"]>(kind: Kind) => group.filter((part): part is Of<Kind> => part.kind === kind);
  return { of, texts: of("text").map(({ text }) => text), headings: of("heading") };
}

/** The text, cut to what a field may have. */
export const clip = (text: string, length: number) => {
  const clean = text.toWellFormed().replaceAll("\0", "");
  return clean.length > length
    ? `${clean
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`
    : clean;
};
/** Without the marks of text, for fields that have none. */
export const plain = (text: string) => text.replace(/\*+/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
