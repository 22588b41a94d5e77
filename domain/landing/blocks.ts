import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block, BlockField, BlockItem, BlockType, BlockValue, PlainField } from "./block-types.ts";
import { linkedPicture, readPicture } from "./picture.ts";
import { renderBlock } from "./render-block.ts";
import { isShownEverywhere } from "./style-fields.ts";

/** The HTML of a page made of blocks. All typed input stays text, except in html blocks. */
export function blocksToHtml(blocks: readonly Block[]): string {
  return renderBlocks(blocks).join("\n");
}

/** Further down, a picture is outside most screens. */
const LAST_LEAD_PLACE = 1;

/** The HTML of each block. The place of a block matters: the first hero has the h1, and the first picture loads first. */
export function renderBlocks(blocks: readonly Block[], { mark = false } = {}): string[] {
  const lead = blocks.findIndex(hasPicture);
  return blocks.map((block, place) => keptHtml(block, place, place === lead && place <= LAST_LEAD_PLACE, mark));
}

/** The HTML of blocks by what it depends on besides the block. An edit makes a new block and keeps the others, so it renders one. */
const rendered = new WeakMap<Block, Map<string, string>>();

function keptHtml(block: Block, place: number, isLead: boolean, mark: boolean): string {
  const kept = rendered.get(block) ?? new Map<string, string>();
  rendered.set(block, kept);
  const name = `${place} ${isLead} ${mark}`;
  const html = kept.get(name) ?? renderBlock(block, place, isLead, mark);
  kept.set(name, html);
  return html;
}

function hasPicture(block: Block): boolean {
  // A hidden picture would take the time of those that show.
  if (!isShownEverywhere(block)) return false;
  return block.type === "hero" ? block.picture === "image" : block.type === "picture" && block.picture !== null;
}

/** Where a block goes that is added without a place: the end, but above a footer that closes the page. */
export const placeAtEnd = (blocks: readonly Block[]): number =>
  blocks.at(-1)?.type === "footer" ? blocks.length - 1 : blocks.length;

/** A new block with example content. */
export function newBlock(type: BlockType, id: string): Block {
  const block: Block = { id, type };
  for (const field of BLOCK_KINDS[type].fields)
    block[field.name] =
      field.kind === "items" ? field.first.map((item) => ({ ...newItem(field.fields), ...item })) : firstOf(field);
  return block;
}

/** A new item for a list of a block. */
export function newItem(fields: readonly PlainField[]): BlockItem {
  return Object.fromEntries(fields.map((field) => [field.name, firstOf(field)]));
}

/**
 * Reads stored blocks. Null if the value is not a list of blocks that this version knows, so that nothing unknown is
 * overwritten. A field that is missing from the stored block is empty.
 */
export function readBlocks(stored: unknown): Block[] | null {
  if (!Array.isArray(stored)) return null;
  const blocks: Block[] = [];
  for (const [place, entry] of stored.entries()) {
    if (!isRecord(entry) || !isType(entry.type)) return null;
    const block: Block = { id: typeof entry.id === "string" ? entry.id : `block-${place}`, type: entry.type };
    for (const field of BLOCK_KINDS[entry.type].fields) block[field.name] = readField(field, entry[field.name], entry);
    blocks.push(block);
  }
  return blocks;
}

function readField(field: BlockField, value: unknown, entry: Record<string, unknown>): BlockValue | BlockItem[] {
  // Before there was a library, a hero had an address and an alt text.
  if (field.kind === "picture" && typeof value === "string" && value)
    return linkedPicture(value, typeof entry.alt === "string" ? entry.alt : "");
  if (field.kind !== "items") return readPlain(field, value);
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .map((item) => Object.fromEntries(field.fields.map((inner) => [inner.name, readPlain(inner, item[inner.name])])));
}

function readPlain(field: PlainField, value: unknown): BlockValue {
  if (field.kind === "flag") return value === true;
  if (field.kind === "picture") return readPicture(value);
  if (field.kind === "choice")
    return field.options.find((option) => option.value === value)?.value ?? field.options[0]?.value ?? "";
  return typeof value === "string" ? value : "";
}

function firstOf(field: PlainField): BlockValue {
  if (field.kind === "picture") return null;
  return field.defaultValue ?? (field.kind === "flag" ? false : "");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isType(value: unknown): value is BlockType {
  return typeof value === "string" && Object.hasOwn(BLOCK_KINDS, value);
}
