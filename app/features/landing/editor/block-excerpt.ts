import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block, ItemsField } from "../../../../domain/landing/block-types.ts";
import { type Picture, readPicture, storedPictureName } from "../../../../domain/landing/picture.ts";
import { itemsOf, textOf } from "../../../../domain/landing/render-parts.ts";
import { counted } from "../lib/figures.ts";

const MAX_LENGTH = 80;
const TEXTS = ["heading", "title", "name", "html", "body", "text", "url", "caption", "address", "contact", "button"];
const short = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, MAX_LENGTH);

/** The first words of a block, to distinguish blocks of the same kind. Without words, what it has: its items or pictures. */
export function blockExcerpt(block: Block): string {
  const { fields } = BLOCK_KINDS[block.type];
  const [text] = TEXTS.flatMap((name) => short(textOf(block, name)) || []);
  if (text) return text;
  const own = fields.flatMap(({ kind, name }) => (kind === "picture" ? (readPicture(block[name]) ?? []) : []));
  if (own[0] && (block.type !== "hero" || block.picture === "image")) return pictureText(own[0]);
  for (const field of fields) {
    const shown = field.kind === "items" && field.name !== "lines" && itemsText(block, field);
    if (shown) return shown;
  }
  return "";
}

/** What its items say, or how many there are. */
function itemsText(block: Block, { name, title, fields, itemLabel }: ItemsField): string {
  const items = itemsOf(block, name);
  const titles = short(items.flatMap((item) => short(textOf(item, title)) || []).join(", "));
  if (titles) return titles;
  const [first, ...others] = items.flatMap((item) => readPicture(item.picture) ?? []);
  if (first) return others.length > 0 ? counted(others.length + 1, "picture") : pictureText(first);
  const hasWords = (item: (typeof items)[number]) =>
    fields.some((field) => (field.kind === "line" || field.kind === "text") && textOf(item, field.name).trim());
  const many = items.filter(hasWords).length;
  return many > 0 ? (itemLabel === "person" && many > 1 ? `${many} people` : counted(many, itemLabel)) : "";
}

/** Files of the library have no name that people know. */
function pictureText({ src, alt }: Picture): string {
  const name = storedPictureName(src) === undefined && /([^/?#]+\.[a-z]+)([?#]|$)/i.exec(src)?.[1];
  return short(alt) || (name && short(name)) || "1 picture";
}
