import { BLOCK_KINDS } from "../block-kinds.ts";
import type { Block, BlockItem, PlainField } from "../block-types.ts";
import { followContacts } from "./contact-links.ts";

/** Keys that the frame passes on. Only those that a page's own scripts may press as well: none publishes or deletes a page. */
const KEYS = ["save", "undo", "redo", "leave", "up", "down", "duplicate", "remove", "settings"] as const;
export type FrameKey = (typeof KEYS)[number];

/** What the frame of the editor tells. `block` is a block's id, `field` a path such as `heading` or `items.2.title`. */
export type FrameMessage =
  // The state of the document.
  { kind: "ready" } | { kind: "drawn" } | { kind: "reload" } | { kind: "scroll"; top: number } | FrameAction;
/** What someone does in the frame. */
export type FrameAction =
  | { kind: "select"; block: string }
  | { kind: "focus"; block: string; field: string }
  | { kind: "picture"; block: string; field: string }
  | { kind: "edit"; block: string; field: string; text: string }
  | { kind: "align"; block: string; value: "left" | "center" }
  | { kind: "add"; block: string; after: boolean }
  // The path of an item of a list, such as `items.2`.
  | { kind: "item"; block: string; list: string; place: number; action: ItemAction }
  // Empty at the end of the page.
  | { kind: "move"; block: string; before: string }
  | { kind: "key"; key: FrameKey; block: string };

const ITEM_ACTIONS = ["back", "forward", "remove"] as const;
type ItemAction = (typeof ITEM_ACTIONS)[number];

/** Longer texts are refused. A page has 500,000 characters at most. */
const MAX_TEXT = 100_000;
const MAX_LINE = 2_000;
const ID = /^[\w-]{1,100}$/;
const ITEM = /^([a-z][a-zA-Z0-9]{0,40})\.(\d{1,3})$/;
const FIELD = /^[a-z][a-zA-Z0-9]{0,40}(\.\d{1,3}\.[a-z][a-zA-Z0-9]{0,40})?$/;

/**
 * Reads a message of the frame. Null for anything else: a page's own scripts run in the frame, so nothing that comes from
 * there can be trusted. Texts are text, never HTML.
 */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { landingFrame: kind, block, field, text, value, after, before, key, top } = data as Record<string, unknown>;
  const { item, action } = data as Record<string, unknown>;
  if (kind === "ready" || kind === "drawn" || kind === "reload") return { kind };
  if (kind === "scroll")
    return typeof top === "number" && Number.isFinite(top) ? { kind, top: Math.min(Math.max(0, top), 1e6) } : null;
  if (kind === "key" && KEYS.includes(key as FrameKey))
    return { kind, key: key as FrameKey, block: isId(block) ? block : "" };
  if (!isId(block)) return null;
  if (kind === "select") return { kind, block };
  if (kind === "align") return value === "left" || value === "center" ? { kind, block, value } : null;
  if (kind === "add") return { kind, block, after: after === true };
  if (kind === "move") return before === "" || isId(before) ? { kind, block, before } : null;
  if (kind === "item") {
    const [, list, place] = (typeof item === "string" && ITEM.exec(item)) || [];
    const known = ITEM_ACTIONS.find((one) => one === action);
    return list && known ? { kind, block, list, place: Number(place), action: known } : null;
  }
  if (!isField(field)) return null;
  if (kind === "focus" || kind === "picture") return { kind, block, field };
  if (kind !== "edit" || typeof text !== "string" || text.length > MAX_TEXT) return null;
  return { kind, block, field, text };
}

const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);
const isField = (value: unknown): value is string => typeof value === "string" && FIELD.test(value);

/** How the text of a field is edited in place: one line, lines, or lines with marks. */
export type TextKind = "line" | "text" | "rich";

const textKindOf = (field: PlainField): TextKind | null =>
  field.kind === "line" ? "line" : field.kind === "text" ? (field.rich ? "rich" : "text") : null;

/** The text fields of each kind of block, with `*` for the place of an item. */
export function textFields(): Record<string, Record<string, TextKind>> {
  const all: Record<string, Record<string, TextKind>> = {};
  for (const [type, { fields }] of Object.entries(BLOCK_KINDS)) {
    const found: Record<string, TextKind> = {};
    for (const field of fields) {
      if (field.kind === "items")
        for (const inner of field.fields) {
          const kind = textKindOf(inner);
          if (kind) found[`${field.name}.*.${inner.name}`] = kind;
        }
      else {
        const kind = textKindOf(field);
        if (kind) found[field.name] = kind;
      }
    }
    all[type] = found;
  }
  return all;
}

/** The value of a text field of a block. Null if the block has no such field. */
export function readTextField(block: Block, path: string): string | null {
  const found = findField(block, path);
  if (!found) return null;
  const value = found.from[found.name];
  return typeof value === "string" ? value : "";
}

/**
 * The block with this text in a field. Null if it has no such text field, or the text is too long. `before` is the text when someone
 * began to edit it, without which the links of numbers and addresses that were typed again are lost.
 */
export function writeTextField(block: Block, path: string, text: string, before = ""): Block | null {
  const found = findField(block, path);
  if (!found) return null;
  const clean = text.replaceAll("\0", "").toWellFormed();
  const value = found.kind === "line" ? clean.replace(/\s+/g, " ").trim() : followContacts(clean, before);
  if (value.length > (found.kind === "line" ? MAX_LINE : MAX_TEXT)) return null;
  if (found.place === null) return { ...block, [found.name]: value };
  const items = (block[found.list] as BlockItem[]).map((item, place) =>
    place === found.place ? { ...item, [found.name]: value } : item,
  );
  return { ...block, [found.list]: items };
}

type Found = { from: Block | BlockItem; name: string; kind: TextKind; list: string; place: number | null };

function findField(block: Block, path: string): Found | null {
  if (!FIELD.test(path)) return null;
  const [first = "", number, name] = path.split(".");
  const field = BLOCK_KINDS[block.type].fields.find((one) => one.name === first);
  if (!field) return null;
  if (number === undefined || name === undefined) {
    const kind = field.kind === "items" ? null : textKindOf(field);
    return kind && { from: block, name: first, kind, list: "", place: null };
  }
  if (field.kind !== "items") return null;
  const inner = field.fields.find((one) => one.name === name);
  const kind = inner && textKindOf(inner);
  const list = block[first];
  const item = Array.isArray(list) ? list[Number(number)] : undefined;
  return kind && item ? { from: item, name, kind, list: first, place: Number(number) } : null;
}
