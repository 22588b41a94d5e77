import { formatNames } from "../../format-list.ts";
import type { Block } from "../block-types.ts";
import { blocksToHtml } from "../blocks.ts";
import { withIds } from "../template.ts";
import { blocksOf, footerOf } from "./group-blocks.ts";
import { MAX_FIELDS } from "./page-form.ts";
import { readPageParts } from "./page-parts.ts";
import type { ChangedQuestions, PageParts, Part } from "./page-place.ts";
import { clip } from "./part-texts.ts";

export type ImportedPage = {
  title: string;
  description: string;
  blocks: Block[];
  /** What the import left out, in sentences for its author. */
  notes: string[];
};

const MAX_BLOCKS = 60;
/** A page may have 500,000 characters of HTML. The rest is for later. */
const MAX_CONTENT = 400_000;
/** A note names no more words than this. */
const MAX_NAMED = 60;

/** Turns someone's own page into blocks. `address` is where the page is; empty if it is unknown. */
export function importPage(html: string, address: string): ImportedPage {
  const parts = readPageParts(html, address);
  const groups = groupParts(parts.main);
  const blocks = groups.flatMap((group, place) => blocksOf(group, place === 0));
  if (parts.footer.length > 0) blocks.push(footerOf(parts));
  const kept = withIds("import", shorten(blocks));
  const heading = String(kept.find(({ type }) => type === "hero")?.heading ?? "");
  return {
    title: clip(parts.title || heading || "Imported page", 200),
    description: clip(parts.description, 1000),
    blocks: kept,
    notes: notesOf(parts, kept, blocks.length - kept.length),
  };
}

/**
 * A main heading or a section's edge starts a group. Groups without a heading of their own belong to the one before, and what stands
 * above the first heading belongs to it.
 */
function groupParts(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let group: Part[] = [];
  const close = () => {
    if (group.length > 0) groups.push(group);
    group = [];
  };
  for (const part of parts) {
    const isTitle = part.kind === "heading" && part.level <= 2;
    if (part.kind === "break" || (isTitle && group.some(({ kind }) => kind === "heading" || kind === "form"))) close();
    if (part.kind !== "break") group.push(part);
  }
  close();
  const whole: Part[][] = [];
  for (const each of groups) {
    const before = whole.at(-1);
    if (before && !(hasTitle(each) && hasTitle(before))) before.push(...each);
    else whole.push(each);
  }
  return whole;
}

const hasTitle = (group: readonly Part[]) => group.some((part) => part.kind === "heading" && part.level <= 2);

/** The first blocks that a page can hold. */
function shorten(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  let length = 0;
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    length += blocksToHtml([block]).length;
    if (length > MAX_CONTENT) break;
    kept.push(block);
  }
  return kept;
}

/** The words themselves, as many as someone reads. */
function quoted(words: readonly string[]): string {
  const all = [...new Set(words.map((each) => clip(each.trim(), 200)))];
  const more = all.length - MAX_NAMED;
  return `${all
    .slice(0, MAX_NAMED)
    .map((each) => `“${each}”`)
    .join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** What forms now ask differently. */
function changeNotes({ typed, groups, passwords, withoutEmail }: ChangedQuestions): (string | false)[] {
  return [
    groups.length > 0 && `Each checkbox in these questions is now its own field: ${quoted(groups)}.`,
    typed.length > 0 && `These fields were numbers, times, or similar and now take any text: ${quoted(typed)}.`,
    passwords.length > 0 && `Forms can't ask for passwords, so these fields were left out: ${quoted(passwords)}.`,
    withoutEmail > 0 &&
      `${withoutEmail === 1 ? "A form" : `${withoutEmail} forms`} had no email field, so one was added. Every lead needs an email address.`,
  ];
}

/** 'Text, links, forms, and pictures': only what the page has now. */
function importedParts(blocks: readonly Block[], pictures: number): string {
  const hasForm = blocks.some(({ type }) => type === "form");
  return formatNames(["Text", "links", ...(hasForm ? ["forms"] : []), ...(pictures > 0 ? ["pictures"] : [])]);
}

function notesOf({ dropped, unasked, changed, lost }: PageParts, blocks: readonly Block[], cut: number): string[] {
  const pictures = JSON.stringify(blocks).match(/"src":"http/g)?.length ?? 0;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return [
    `${importedParts(blocks, pictures)} were imported. Colors and fonts weren't, so choose a theme or your brand.`,
    pictures > 0 &&
      `${count(pictures, "picture still loads", "pictures still load")} from the old site. Replace ${pictures === 1 ? "it" : "them"} from the picture library before that site goes offline.`,
    dropped.menus > 0 && "The menu was left out, because a landing page has one goal.",
    dropped.logos > 0 && "The logo was left out. Add yours to your brand.",
    dropped.scripts > 0 &&
      `${count(dropped.scripts, "script was", "scripts were")} left out. To add what you still need, edit the page code.`,
    dropped.frames > 0 && `${count(dropped.frames, "embedded frame was", "embedded frames were")} left out.`,
    dropped.relative > 0 &&
      `${count(dropped.relative, "picture was", "pictures were")} left out, because the HTML doesn't say which site ${dropped.relative === 1 ? "it's" : "they're"} on. Import the page by its URL, or add ${dropped.relative === 1 ? "it" : "them"} from the picture library.`,
    dropped.pictures > 0 &&
      `${count(dropped.pictures, "picture was", "pictures were")} left out, because other sites can't load ${dropped.pictures === 1 ? "it" : "them"}.`,
    lost.length > 0 &&
      `The targets of these links were left out, because the HTML doesn't say which site they're on: ${quoted(lost)}. Import the page by its URL, or add them again.`,
    unasked.fields.length > 0 &&
      `A form has room for ${MAX_FIELDS} fields. These were left out: ${quoted(unasked.fields)}.`,
    unasked.words.length > 0 && `This text from a form was left out: ${quoted(unasked.words)}.`,
    unasked.links.length > 0 &&
      `These links in a form became plain text: ${quoted(unasked.links)}. Add them to a text block.`,
    ...changeNotes(changed),
    blocks.some(({ type }) => type === "html") && "Tables that don't fit a block became HTML blocks.",
    cut > 0 && `The page is very long. The last ${count(cut, "block was", "blocks were")} left out.`,
  ].filter((note) => note !== false);
}
