/** The blocks of a landing page. Every value is text that a person typed, a choice, or a list of such. */
export type BlockItem = Record<string, string | boolean>;
export type BlockType = "hero" | "text" | "features" | "reviews" | "pricing" | "faq" | "video" | "form" | "html";
export type Block = { id: string; type: BlockType } & { [name: string]: string | boolean | BlockItem[] };

/** What a field of a block is: from it come the editor's form, the reading of what is stored, and a new block. */
export type PlainField = {
  name: string;
  label: string;
  hint?: string;
  /** For a new block. */
  defaultValue?: string | boolean;
} & (
  | { kind: "line" | "text" | "address" | "code" }
  | { kind: "choice"; options: readonly { value: string; label: string }[] }
  | { kind: "flag" }
);
export type ItemsField = {
  name: string;
  label: string;
  kind: "items";
  /** One of them, as in 'Add question'. */
  itemLabel: string;
  /** Which of its fields names an item in the list. */
  title: string;
  fields: readonly PlainField[];
  first: readonly BlockItem[];
};
export type BlockField = PlainField | ItemsField;
export type BlockKind = { label: string; about: string; fields: readonly BlockField[] };
