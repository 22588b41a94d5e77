import type { BlockItem } from "../block-types.ts";
import {
  attributeOf,
  type Element,
  elementsOf,
  INLINE,
  isElement,
  isText,
  type Links,
  type Node,
  textOf,
  wordsOf,
} from "./page-nodes.ts";

/** What a page says, in its order and without its look. */
export type Part =
  | { kind: "heading"; level: number; text: string }
  /** Text with marks. Lines of a list start with '- '. */
  | { kind: "text"; text: string }
  /** Its text is empty if it only decorates, and null if it has none. */
  | { kind: "picture"; src: string; alt: string | null }
  | { kind: "link"; words: string; href: string; isButton: boolean }
  | { kind: "quote"; words: string; by: string }
  | { kind: "question"; question: string; answer: string }
  /** `small` is the text below the fields. */
  | { kind: "form"; fields: BlockItem[]; button: string; small: string }
  /** Where a form has a control. No page keeps it. */
  | { kind: "control"; control: Element }
  | { kind: "video"; url: string }
  | { kind: "table"; rows: string[][] }
  /** Where a section begins or ends. */
  | { kind: "break" };

export type PageParts = {
  title: string;
  description: string;
  main: Part[];
  footer: Part[];
  /** How much of each kind is not taken over. */
  dropped: { scripts: number; menus: number; frames: number; pictures: number; relative: number; logos: number };
  /** What forms said that their blocks have no room for: fields, words, and links that became words. */
  unasked: { fields: string[]; words: string[]; links: string[] };
  /** Questions of forms that ask something else than they did. */
  changed: ChangedQuestions;
  /** The words of links whose target nothing says. */
  lost: readonly string[];
};

export type ChangedQuestions = {
  /** Were numbers, times or sliders, and are now text. */
  typed: string[];
  /** Had checkboxes that are required one by one, each of which is now a question. */
  groups: string[];
  passwords: string[];
  /** Forms that get an email field. */
  withoutEmail: number;
};

const MAX_PARTS = 4000;
const BUTTON = /(^|[\s_-])(btn|button|cta)([\s_-]|$)/i;

export type Place = {
  links: Links;
  parts: PageParts;
  into: Part[];
  depth: number;
  /** The controls of the form that is read. */
  controls?: { has: (element: Element) => boolean };
};

export function add(place: Place, part: Part): void {
  if (place.into.length < MAX_PARTS) place.into.push(part);
}

/** Whether a node is part of a sentence. */
export function isWords(node: Node): boolean {
  if (isText(node)) return true;
  if (!isElement(node)) return false;
  if (!INLINE.has(node.tagName) || isButton(node)) return false;
  for (const inner of elementsOf(node)) if (!INLINE.has(inner.tagName) || isButton(inner)) return false;
  return true;
}

export const isButton = (element: Element) =>
  element.tagName === "button" ||
  (element.tagName === "a" &&
    (BUTTON.test(attributeOf(element, "class")) || attributeOf(element, "role") === "button"));

export const solidOf = (nodes: readonly Node[]) => nodes.filter((node) => !isText(node) || node.value.trim() !== "");

export function addWords(nodes: readonly Node[], place: Place): void {
  const solid = solidOf(nodes);
  // A link that stands alone is something to click, not a sentence.
  const links = solid.filter((node) => isElement(node) && node.tagName === "a") as Element[];
  if (links.length > 0 && links.length === solid.length) for (const link of links) addLink(link, place);
  else addText(textOf(nodes, place.links), place);
}

export function addText(text: string, place: Place): void {
  if (text.trim()) add(place, { kind: "text", text: text.trim() });
}

export function addLink(element: Element, place: Place): void {
  const words = element.childNodes.length > 0 ? wordsOf(element) : "";
  if (!words) return;
  const href = attributeOf(element, "href");
  const isLost = place.links.isLost(href);
  if (isLost) place.links.lost.push(words);
  // A form has no place for buttons, but for words.
  if (isLost && place.controls) addText(words, place);
  else add(place, { kind: "link", words, href: place.links.link(href), isButton: isButton(element) });
}

export function hasControls(element: Element, { controls }: Place): boolean {
  for (const inner of elementsOf(element)) if (controls?.has(inner)) return true;
  return false;
}
