import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from "parse5";
import { safeAddress } from "../markup.ts";

export type Node = Tree.ChildNode;
export type Element = Tree.Element;
export type TextNode = Tree.TextNode;
export const isElement = (node: Tree.Node): node is Element => tree.isElementNode(node);
export const isText = (node: Tree.Node): node is Tree.TextNode => tree.isTextNode(node);

/** The addresses of a page. Relative ones count from where the page is; without that, they are lost. */
export type Links = {
  /** A link's target; empty if it leads nowhere. */
  link: (href: string) => string;
  /** A picture's address; empty if no page could show it. */
  picture: (src: string) => string;
  /** Whether a link leads somewhere, but nothing says on which site. */
  isLost: (href: string) => boolean;
  /** The words of lost links that the page keeps without their targets. */
  lost: string[];
};

export function linksOf(address: string): Links {
  const whole = (given: string): string => {
    const url = address ? URL.parse(given.trim(), address) : URL.parse(given.trim());
    return url && /^(https?|mailto|tel):$/.test(url.protocol) ? safeAddress(url.href) : "";
  };
  const isLost = (href: string) =>
    !address &&
    /^(?!#)\S/.test(href.trim()) &&
    URL.parse(href.trim()) === null &&
    URL.canParse(href.trim(), "https://a.example");
  return {
    isLost,
    lost: [],
    link: (href) => (!href.trim() || href.trim().startsWith("#") ? "" : whole(href)),
    picture: (src) => (/^data:/i.test(src.trim()) || !src.trim() ? "" : whole(src).replace(/^(mailto|tel):.*/, "")),
  };
}

/** All elements below and including this one, in the page's order. */
export function* elementsOf(root: Tree.Node): Generator<Element> {
  for (const node of nodesOf(root, () => true)) if (isElement(node)) yield node;
}

/** This node and all below it, in the page's order, without those below a node that is not `open`. */
function* nodesOf(root: Tree.Node, isOpen: (node: Tree.Node) => boolean): Generator<Tree.Node> {
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if (!("childNodes" in node) || !isOpen(node)) continue;
    for (let at = node.childNodes.length - 1; at >= 0; at -= 1) waiting.push(node.childNodes[at] as Tree.Node);
  }
}

export const attributeOf = (element: Element, name: string): string =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? "";

export const hasAttribute = (element: Element, name: string) =>
  element.attrs.some((attribute) => attribute.name === name);

/** Whether visitors see nothing of the element. */
export const isHidden = (element: Element): boolean =>
  hasAttribute(element, "hidden") ||
  attributeOf(element, "aria-hidden") === "true" ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributeOf(element, "style"));

/** Parsers need much time for elements that are nested thousands of times. No page for people is. */
const MAX_NESTING = 500;
const TAG = /<(\/?)([a-z][a-z0-9-]*)/gi;
/** Elements that end by themselves. */
const UNNESTED = new Set(
  "area base br col dd dt embed hr img input li link meta option p param source td th tr track wbr".split(" "),
);

/** The page's markup. Of one that is nested too deep, only the words. */
export function readable(html: string): string {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(TAG)) {
    if (!UNNESTED.has(name.toLowerCase())) depth = Math.max(0, depth + (end ? -1 : 1));
    if (depth > MAX_NESTING) return html.replace(/<[^<>]*>?/g, " ");
  }
  return html;
}

/** Elements that are part of a sentence. */
export const INLINE = new Set(
  "a abbr b bdi bdo br cite code data del em font i ins kbd label mark q s small span strong sub sup time u var wbr".split(
    " ",
  ),
);

const SILENT = new Set(["script", "style", "noscript", "template", "svg", "canvas", "select", "textarea", "button"]);

/** Elements that may be inside a word. */
const JOINED = new Set(["a", "abbr", "b", "em", "font", "i", "mark", "small", "span", "strong", "sub", "sup", "u"]);

/** The words of an element in one line. */
export function wordsOf(element: Element): string {
  const words: string[] = [];
  const isRead = (node: Tree.Node) =>
    node === element || !isElement(node) || !(SILENT.has(node.tagName) || isHidden(node));
  for (const node of nodesOf(element, isRead)) {
    if (isText(node)) words.push(node.value);
    else if (isElement(node) && !JOINED.has(node.tagName)) words.push(" ");
  }
  return words.join("").replace(/\s+/g, " ").trim();
}

const MARKS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*" };
const MAX_DEPTH = 60;

/** Text with the marks of the editor: bold, italic, links, and lines. */
export function textOf(nodes: readonly Node[], links: Links, depth = 0): string {
  return tidy(nodes.map((node) => nodeText(node, links, depth)).join(""));
}

function nodeText(node: Node, links: Links, depth: number): string {
  if (isText(node)) return node.value.replace(/\s+/g, " ");
  if (!isElement(node) || SILENT.has(node.tagName) || isHidden(node)) return "";
  if (node.tagName === "br") return "\n";
  if (depth > MAX_DEPTH) return wordsOf(node);
  const inside = node.childNodes.map((child) => nodeText(child, links, depth + 1)).join("");
  const mark = MARKS[node.tagName];
  if (mark) return marked(inside, mark);
  if (node.tagName === "a") {
    const href = attributeOf(node, "href");
    if (links.isLost(href)) links.lost.push(wordsOf(node));
    return linked(inside, links.link(href));
  }
  if (node.tagName === "li") return `\n- ${tidy(inside).replace(/\s*\n\s*/g, " ")}\n`;
  return /^(p|div|ul|ol|section|h[1-6])$/.test(node.tagName) ? `\n\n${inside}\n\n` : inside;
}

/** Marks have no spaces inside their edges and end in their line. */
function marked(text: string, mark: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return words && !/[\n*]/.test(words) ? `${before}${mark}${words}${mark}${after}` : text;
}

function linked(text: string, href: string): string {
  const words = text.trim();
  if (!href || !words || /[[\]\n]/.test(words) || /[\s()]/.test(href)) return text;
  return text.replace(words, () => `[${words}](${href})`);
}

const tidy = (text: string) =>
  text
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
