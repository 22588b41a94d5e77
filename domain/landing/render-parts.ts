import { isStyled, VARIANTS } from "./block-kinds.ts";
import type { Block, BlockItem } from "./block-types.ts";
import { escapeHtml, proseToHtml, safeAddress } from "./markup.ts";
import { styleClasses } from "./style-fields.ts";

/** What a block needs to know about its page: its place, whether its picture loads first, and whether fields are marked. */
export type BlockPlace = { place: number; isLead: boolean; at: FieldMark };
export type RenderBlock = (block: Block, options: BlockPlace) => string;

/** A text field of a block, or an empty text. */
export const textOf = (from: Block | BlockItem, name: string): string =>
  typeof from[name] === "string" ? (from[name] as string) : "";
export const itemsOf = (block: Block, name = "items"): BlockItem[] =>
  Array.isArray(block[name]) ? (block[name] as BlockItem[]) : [];

/** A tag around the text. Empty if the text is empty. */
export const element = (name: string, attributes: string, text: string, field = "") =>
  text.trim() ? `<${name}${attributes && ` ${attributes}`}${field}>${escapeHtml(text)}</${name}>` : "";
export const prose = (className: string, text: string, field = "") =>
  text.trim() ? `<div class="${className}"${field}>${proseToHtml(text)}</div>` : "";
export const buttonTo = (text: string, href: string, className: string, field = "") =>
  text.trim() ? `<a class="${className}" href="${escapeHtml(safeAddress(href))}"${field}>${escapeHtml(text)}</a>` : "";

/** The attribute that names the field that an element shows. Empty in stored and served content. */
export type FieldMark = (from: Block | BlockItem, name: string) => string;

export const NO_MARK: FieldMark = () => "";

/** Editors see where a picture is missing, and choose it there. Visitors see nothing. */
export const emptyPicture = (field: string) =>
  field && `<p class="lp-missing"${field}>No picture yet. Click here to choose one.</p>`;

/** Marks the elements of a block with their fields, for the editor only. */
export function markFieldsOf(block: Block): FieldMark {
  const paths = new Map<object, string>();
  for (const [name, value] of Object.entries(block))
    if (Array.isArray(value)) for (const [place, item] of value.entries()) paths.set(item, `${name}.${place}.`);
  return (from, name) => ` data-field="${paths.get(from) ?? ""}${name}"`;
}

export const head = (block: Block, at: FieldMark) =>
  [
    element("h2", "", textOf(block, "heading"), at(block, "heading")),
    prose("lp-intro", textOf(block, "text"), at(block, "text")),
  ]
    .filter(Boolean)
    .join("\n");
/** A block. A footer is a section, too, for the theme. */
export const section = (block: Block, kind: string, inside: string, more = "") =>
  `<section class="lp-section lp-${kind}${classesOf(block)}"${more}>\n<div class="lp-wrap">\n${inside}\n</div>\n</section>`;
const classesOf = (block: Block) => (isStyled(block.type) ? styleClasses(block, VARIANTS[block.type]) : "");
export const list = (className: string, items: readonly string[], field = "") =>
  items.length ? `<ul class="${className}"${field}>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>` : "";
export const join = (...parts: string[]) => parts.filter(Boolean).join("\n");
