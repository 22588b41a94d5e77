import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block } from "../../../../domain/landing/block-types.ts";

/** What kind of block it is: 'Hero'. */
export function blockTitle(block: Block): string {
  return BLOCK_KINDS[block.type].label;
}

const MAX_LENGTH = 80;

/** The first words of it, to tell it from others of its kind. */
export function blockExcerpt(block: Block): string {
  for (const name of ["heading", "title", "html", "body", "url"]) {
    const text = block[name];
    if (typeof text === "string" && text.trim()) return text.replace(/\s+/g, " ").trim().slice(0, MAX_LENGTH);
  }
  return "";
}
