import { BLOCK_KINDS } from "./block-kinds.ts";
import type { Block, BlockItem, BlockType, BlockValue } from "./block-types.ts";
import { newBlock } from "./blocks.ts";

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
  for (const [name, value] of Object.entries(block)) {
    if (name === "id" || name === "type" || value === null) continue;
    if (Array.isArray(value)) block[name] = [];
    else if (name !== "href" && !isChoice(type, name)) block[name] = typeof value === "boolean" ? false : "";
  }
  return { ...block, ...fields };
}

const isChoice = (type: BlockType, name: string) =>
  BLOCK_KINDS[type].fields.some((field) => field.name === name && field.kind === "choice");

/** Gives each block an id, so that it can be found again. */
export const withIds = (id: string, blocks: readonly Block[]): Block[] =>
  blocks.map((block, place) => ({ ...block, id: `${id}-${place + 1}` }));

type FormFieldSpec = [label: string, kind: string, options?: readonly string[] | "optional"];

/** The fields of a form: name and email first. Fields are required unless they say otherwise. */
export function formFields(...more: FormFieldSpec[]): BlockItem[] {
  return ([["Your name", "name"], ["Email", "email"], ...more] as FormFieldSpec[]).map(([label, kind, options]) => ({
    label,
    kind,
    options: Array.isArray(options) ? options.join("\n") : "",
    needed: options !== "optional",
  }));
}

export const messages = (...lines: [text: string, detail: string, ours?: "ours"][]): BlockItem[] =>
  lines.map(([text, detail, ours]) => ({ text, detail, ours: ours === "ours" }));
export const figures = (...lines: [text: string, detail: string][]): BlockItem[] =>
  lines.map(([text, detail]) => ({ text, detail, ours: false }));
export const features = (...items: [title: string, text: string][]): BlockItem[] =>
  items.map(([title, text]) => ({ title, text }));
export const questions = (...items: [question: string, answer: string][]): BlockItem[] =>
  items.map(([question, answer]) => ({ question, answer }));
export const reviews = (...items: [words: string, name: string, role: string][]): BlockItem[] =>
  items.map(([words, name, role]) => ({ words, name, role }));

type Offer = { name: string; price: string; unit: string; text: string; points: readonly string[]; button: string };

/** The page's single offer, highlighted. */
export const offer = ({ points, ...rest }: Offer): BlockItem[] => [
  { ...rest, points: points.join("\n"), href: "#form", marked: true },
];
