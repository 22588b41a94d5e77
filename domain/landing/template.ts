import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block, BlockItem, BlockType, BlockValue } from "./block-types.ts";
import { newBlock, newItem } from "./blocks.ts";

/** A starting page. SAMPLE CONTENT beyond spec §9: the owner replaces it before publishing. */
export type Template = {
  id: string;
  name: string;
  /** The audience. */
  about: string;
  title: string;
  description: string;
  theme: string;
  blocks: readonly Block[];
};

/** A block of a template. Missing fields are empty and do not get example content. */
export function templateBlock(type: BlockType, fields: Record<string, BlockValue | BlockItem[]>): Block {
  const block = newBlock(type, "");
  for (const field of BLOCK_KINDS[type].fields) {
    const own = fields[field.name];
    if (field.kind === "items")
      block[field.name] = Array.isArray(own) ? own.map((item) => ({ ...newItem(field.fields), ...item })) : [];
    else if (own !== undefined) block[field.name] = own;
    else if (field.kind === "flag") block[field.name] = false;
    else if (field.kind !== "picture" && field.kind !== "choice" && field.name !== "href") block[field.name] = "";
  }
  return block;
}

/** Gives each block an id, so that it can be found again. */
export const withIds = (id: string, blocks: readonly Block[]): Block[] =>
  blocks.map((block, place) => ({ ...block, id: `${id}-${place + 1}` }));

type FormFieldSpec = [label: string, kind: string, options?: readonly string[] | "optional"] | BlockItem;

/** The fields of a form. Fields are required unless they say otherwise. */
export function formFields(...fields: FormFieldSpec[]): BlockItem[] {
  return fields.map((field) => {
    if (!Array.isArray(field)) return field;
    const [label, kind, options] = field;
    const isList = typeof options === "object";
    return { label, kind, options: isList ? options.join("\n") : "", needed: options !== "optional" };
  });
}

/** Name and email, which most forms ask first. */
export const contactFields = formFields(["Your name", "name"], ["Email", "email"]);
/** From here on, the fields are in the next step of the form. */
export const step = (label: string): BlockItem => ({ label, kind: "step" });
/** A field with more than the shorthand says. */
export const field = (label: string, kind: string, more: Record<string, BlockValue> = {}): BlockItem => ({
  label,
  kind,
  ...more,
});
/** Shows a field only after this answer. */
export const whenAnswer = (when: string, value: string) => ({ show: "is", when, value });

export const messages = (...lines: [text: string, detail: string, ours?: "ours"][]): BlockItem[] =>
  lines.map(([text, detail, ours]) => ({ text, detail, ours: ours === "ours" }));
export const figures = (...lines: [text: string, detail: string][]): BlockItem[] =>
  lines.map(([text, detail]) => ({ text, detail }));
export const features = (...items: [title: string, text: string, mark?: "cross" | "dot"][]): BlockItem[] =>
  items.map(([title, text, mark]) => ({ title, text, ...(mark && { mark }) }));
export const steps = (...items: [title: string, detail: string, text: string][]): BlockItem[] =>
  items.map(([title, detail, text]) => ({ title, detail, text }));
export const rows = (...items: [label: string, ours: string, theirs: string][]): BlockItem[] =>
  items.map(([label, ours, theirs]) => ({ label, ours, theirs }));
export const people = (...items: [name: string, role: string, text: string][]): BlockItem[] =>
  items.map(([name, role, text]) => ({ name, role, text }));
export const hours = (...items: [days: string, hours: string][]): BlockItem[] =>
  items.map(([days, open]) => ({ days, hours: open }));
export const links = (...items: [label: string, href: string][]): BlockItem[] =>
  items.map(([label, href]) => ({ label, href }));
export const questions = (...items: [question: string, answer: string][]): BlockItem[] =>
  items.map(([question, answer]) => ({ question, answer }));
export const reviews = (...items: [words: string, name: string, role: string][]): BlockItem[] =>
  items.map(([words, name, role]) => ({ words, name, role }));
export const names = (...items: string[]): BlockItem[] => items.map((name) => ({ name }));
/** A list in a text, one point per line. */
export const bullets = (...points: string[]): string => points.map((point) => `- ${point}`).join("\n");

type Offer = {
  name: string;
  price: string;
  unit: string;
  text: string;
  points: readonly string[];
  button: string;
  marked?: true;
};

/** The offers of a page. Their buttons lead to its form. */
export const offers = (...items: Offer[]): BlockItem[] =>
  items.map(({ points, ...rest }) => ({ ...rest, points: points.join("\n"), href: "#form" }));
