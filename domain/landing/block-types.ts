import type { Picture } from "./picture.ts";

/** The blocks of a landing page. Every value is typed text, a choice, a picture, or a list of these. */
export type BlockValue = string | boolean | Picture | null;
export type BlockItem = Record<string, BlockValue>;
export type BlockType =
  | "hero"
  | "text"
  | "picture"
  | "features"
  | "reviews"
  | "pricing"
  | "faq"
  | "video"
  | "form"
  | "columns"
  | "gallery"
  | "steps"
  | "comparison"
  | "logos"
  | "team"
  | "countdown"
  | "booking"
  | "map"
  | "footer"
  | "html";
/** All kinds but HTML have a style. */
export type StyledType = Exclude<BlockType, "html">;
export type Block = { id: string; type: BlockType } & { [name: string]: BlockValue | BlockItem[] };

/**
 * The definition of a block's field. The editor's form, the reading of stored blocks and new blocks are derived from
 * it.
 */
export type PlainField = {
  name: string;
  label: string;
  hint?: string;
  /** The value in a new block. */
  defaultValue?: string | boolean;
  /** The part of the editor that shows it. Without it: content. */
  group?: "content" | "style" | "visibility";
  /** A text may have marks: bold, italic and links. */
  rich?: boolean;
  /** An item has this field only if its `kind` is one of these. */
  onlyFor?: readonly string[];
  /** The editor shows it only on demand. */
  isDetail?: boolean;
} & (
  | { kind: "line" | "text" | "address" | "code" }
  | { kind: "choice"; options: readonly { value: string; label: string }[] }
  | { kind: "flag" }
  /** Null without a picture. */
  | { kind: "picture" }
  /** `2026-12-24`, `18:00`, and a time zone's name such as `America/New_York`. */
  | { kind: "date" | "time" | "zone" }
  /** The meeting type that visitors book, as `account/type`; empty for all of the account. */
  | { kind: "meeting" }
  /** `pool:<id>` or `person:<id>` of the page's account; empty for its rules. */
  | { kind: "owner" }
);
export type ItemsField = {
  name: string;
  label: string;
  kind: "items";
  /** The name of one item, as in 'Add question'. */
  itemLabel: string;
  /** The field whose value names an item in the list. */
  title: string;
  fields: readonly PlainField[];
  first: readonly BlockItem[];
  /** Whether several pictures can be added together, each as an item. */
  takesPictures?: boolean;
};
export type BlockField = PlainField | ItemsField;
export type BlockKind = { label: string; about: string; fields: readonly BlockField[] };
