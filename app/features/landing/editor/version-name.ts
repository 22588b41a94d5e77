import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";

/** What changed with a version since the one that was live before. Kinds of blocks, and names of fields; null for the first version. */
export type VersionChanges = {
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
  is_moved: boolean;
  fields: readonly string[] | null;
  /** A test stored it, and only the test's visitors saw it. */
  is_variant: boolean;
};

const FIELDS: Record<string, string> = {
  title: "Title changed",
  description: "Description changed",
  slug: "URL changed",
  theme: "Theme changed",
  title_hidden: "Title hidden",
  title_shown: "Title shown",
  content: "Content changed",
  custom_css: "CSS changed",
  custom_js: "JavaScript changed",
};
/** More than these would not fit on a line of a phone. */
const MAX_PARTS = 2;

type NamedVersion = {
  number: number;
  rolledBackTo: number | null;
  /** The variant of a test that it rolled out. */
  variant?: string;
};

/** A version's name: what changed with it, such as 'Hero changed, 3 blocks added'. */
export function versionName(changes: VersionChanges, { number, rolledBackTo, variant }: NamedVersion): string {
  if (variant) return `${variant} rolled out`;
  if (rolledBackTo !== null) return `Version ${rolledBackTo} restored`;
  // Only the audit log begins a page with a later version.
  if (!changes.fields) return number === 1 ? "First version" : "Restored from the audit log";
  const words = changesText(changes, changes.fields);
  if (changes.is_variant) return `Variant of a test: ${withSmallStart(words || "No changes")}`;
  return words || "Published again";
}

/** Empty when nothing changed. */
function changesText(changes: VersionChanges, fields: readonly string[]): string {
  const { changed, added, removed, is_moved } = changes;
  const parts = [
    blocksText(changed, "changed"),
    blocksText(added, "added"),
    blocksText(removed, "removed"),
    ...fields.map((field) => FIELDS[field]),
    is_moved && "Blocks moved",
  ].filter((part) => typeof part === "string");
  const shown = parts.slice(0, MAX_PARTS);
  const name = shown.map((part, at) => (at === 0 ? part : withSmallStart(part))).join(", ");
  return parts.length > MAX_PARTS ? `${name} and more` : name;
}

function blocksText(types: readonly string[], verb: string): string | false {
  if (types.length === 0) return false;
  const label = Object.entries(BLOCK_KINDS).find(([type]) => type === types[0])?.[1].label ?? "Block";
  return `${types.length === 1 ? label : `${types.length} blocks`} ${verb}`;
}

/** Names that are written in capitals keep them. */
const withSmallStart = (part: string) =>
  /^[A-Z]{2}|^JavaScript/.test(part) ? part : part[0]?.toLowerCase() + part.slice(1);
