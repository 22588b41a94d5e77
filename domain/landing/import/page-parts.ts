import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { placeFormParts } from "./form-parts.ts";
import { readPageForm } from "./page-form.ts";
import {
  attributeOf,
  type Element,
  elementsOf,
  hasAttribute,
  isElement,
  isHidden,
  linksOf,
  type Node,
  readable,
  textOf,
  wordsOf,
} from "./page-nodes.ts";
import {
  add,
  addLink,
  addText,
  addWords,
  hasControls,
  isButton,
  isWords,
  type PageParts,
  type Part,
  type Place,
  solidOf,
} from "./page-place.ts";

/** Deeper elements are read as text, so that no page can exhaust the stack. */
const MAX_DEPTH = 150;
const SKIPPED = new Set(
  "script style noscript template svg canvas object embed link meta dialog input select textarea datalist".split(" "),
);
const SECTIONS = new Set(["section", "article", "header", "main", "aside", "hr"]);
const PLAYER = /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)$/;

/** Reads a page as browsers do, whatever is wrong with its markup. `address` is where the page is, if someone said so. */
export function readPageParts(html: string, address: string): PageParts {
  const page = parse(readable(html));
  const links = linksOf(address || statedAddress(page));
  const parts: PageParts = {
    title: "",
    description: "",
    main: [],
    footer: [],
    dropped: { scripts: 0, menus: 0, frames: 0, pictures: 0, relative: 0, logos: 0 },
    unasked: { fields: [], words: [], links: [] },
    changed: { typed: [], groups: [], passwords: [], withoutEmail: 0 },
    lost: links.lost,
  };
  let body: Element | undefined;
  for (const element of elementsOf(page)) {
    const name = attributeOf(element, "name") || attributeOf(element, "property");
    if (element.tagName === "title") parts.title ||= wordsOf(element);
    if (element.tagName === "meta" && /^(og:)?description$/i.test(name))
      parts.description ||= attributeOf(element, "content").trim();
    if (element.tagName === "script") parts.dropped.scripts += 1;
    if (element.tagName === "body") body ??= element;
  }
  if (body) readInside(body, { links, parts, into: parts.main, depth: 0 });
  return parts;
}

/** Where the page says that it is; empty if it doesn't. */
function statedAddress(page: Tree.Document): string {
  const stated = { base: "", link: "", meta: "" };
  for (const element of elementsOf(page)) {
    const { tagName } = element;
    const isCanonical = tagName === "link" && /^canonical$/i.test(attributeOf(element, "rel"));
    const isUrl = tagName === "meta" && attributeOf(element, "property") === "og:url";
    if (tagName !== "base" && !isCanonical && !isUrl) continue;
    const given = attributeOf(element, tagName === "meta" ? "content" : "href").trim();
    if (/^https?:\/\//i.test(given) && URL.canParse(given)) stated[tagName as keyof typeof stated] ||= given;
  }
  return stated.base || stated.link || stated.meta;
}

/** Adds what is inside an element. Text between block elements is a text of its own. */
function readInside(element: Element, place: Place): void {
  if (place.depth > MAX_DEPTH) {
    addText(wordsOf(element), place);
    return;
  }
  let words: Node[] = [];
  const flush = () => {
    addWords(words, place);
    words = [];
  };
  for (const child of element.childNodes) {
    if (isWords(child)) words.push(child);
    else {
      flush();
      if (isElement(child)) readElement(child, { ...place, depth: place.depth + 1 });
    }
  }
  flush();
}

function readElement(element: Element, place: Place): void {
  const { tagName } = element;
  if (place.controls?.has(element)) add(place, { kind: "control", control: element });
  if (SKIPPED.has(tagName) || isHidden(element)) return;
  if (tagName === "nav" || attributeOf(element, "role") === "navigation") {
    place.parts.dropped.menus += 1;
    return;
  }
  const special = SPECIAL[tagName];
  if (special) special(element, place);
  else if (isButton(element)) addLink(element, place);
  else {
    if (SECTIONS.has(tagName)) add(place, { kind: "break" });
    readInside(element, place);
    if (SECTIONS.has(tagName)) add(place, { kind: "break" });
  }
}

function readHeading(element: Element, place: Place): void {
  const text = wordsOf(element);
  if (text) add(place, { kind: "heading", level: Number(element.tagName.slice(1)), text });
  for (const inner of elementsOf(element)) if (inner.tagName === "img") readPicture(inner, place);
}

function readPicture(element: Element, place: Place): void {
  const isDot = ["width", "height"].some((name) => /^[0-3](px)?$/.test(attributeOf(element, name)));
  if (isDot) return;
  const given = ["src", "data-src", "data-lazy-src"].map((name) => attributeOf(element, name));
  const src = [...given, attributeOf(element, "srcset").trim().split(/[\s,]/)[0] ?? ""]
    .map(place.links.picture)
    .find(Boolean);
  // The brand has the logo. Above the first heading, it would open the page as its picture.
  const isLogo = /logo/i.test(["src", "alt", "class", "id"].map((name) => attributeOf(element, name)).join(" "));
  if (isLogo && !place.into.some(({ kind }) => kind === "heading")) place.parts.dropped.logos += 1;
  else if (src) add(place, { kind: "picture", src, alt: altOf(element) });
  else if (given.some(isRelative)) place.parts.dropped.relative += 1;
  else place.parts.dropped.pictures += 1;
}

/** A picture without the attribute lacks a text. With an empty one, it only decorates. */
function altOf(element: Element): string | null {
  const isPlain = /^(none|presentation)$/.test(attributeOf(element, "role"));
  return hasAttribute(element, "alt") || isPlain ? attributeOf(element, "alt").trim() : null;
}

/** 'images/team.jpg' says nothing without the page's address. */
const isRelative = (src: string) => src.trim() !== "" && URL.parse(src.trim()) === null;

function readList(element: Element, place: Place): void {
  const items = element.childNodes.filter(isElement).filter((item) => !isHidden(item));
  if (place.controls && hasControls(element, place)) {
    readInside(element, place);
    return;
  }
  const isPlain = (item: Element) =>
    item.childNodes.every((node) => isWords(node) || (isElement(node) && node.tagName === "p"));
  if (!items.every(isPlain)) {
    for (const item of items) readInside(item, { ...place, depth: place.depth + 1 });
    return;
  }
  const solid = items.map((item) => solidOf(item.childNodes));
  if (solid.every(([only, ...more]) => only && more.length === 0 && isElement(only) && only.tagName === "a")) {
    for (const [link] of solid) addLink(link as Element, place);
    return;
  }
  const lines = items.map((item) => textOf(item.childNodes, place.links).replace(/\s*\n\s*/g, " ")).filter(Boolean);
  addText(lines.map((line) => `- ${line}`).join("\n"), place);
}

function readQuote(element: Element, place: Place, by = ""): void {
  const named = [...elementsOf(element)].find(({ tagName }) => /^(cite|footer|figcaption)$/.test(tagName));
  const source = named ? wordsOf(named) : "";
  const whole = textOf(element.childNodes, place.links);
  const said = source && whole.endsWith(source) ? whole.slice(0, -source.length) : whole;
  const words = said
    .replace(/[\s—–-]+$/, "")
    .replace(/^["“„”'‘]+|["“”'’]+$/g, "")
    .trim();
  if (words) add(place, { kind: "quote", words, by: (by || source).replace(/^[—–-]\s*/, "") });
}

function readFigure(element: Element, place: Place): void {
  const inside = [...elementsOf(element)];
  const quote = inside.find(({ tagName }) => tagName === "blockquote");
  const caption = inside.find(({ tagName }) => tagName === "figcaption");
  if (quote) readQuote(quote, place, caption ? wordsOf(caption) : "");
  else readInside(element, place);
}

function readDetails(element: Element, place: Place): void {
  const summary = element.childNodes.filter(isElement).find(({ tagName }) => tagName === "summary");
  const answer = textOf(
    element.childNodes.filter((node) => node !== summary),
    place.links,
  );
  const question = summary ? wordsOf(summary) : "";
  if (question) add(place, { kind: "question", question, answer });
  else addText(answer, place);
}

function readPairs(element: Element, place: Place): void {
  let question = "";
  for (const inner of elementsOf(element)) {
    if (inner.tagName === "dt") question = wordsOf(inner);
    if (inner.tagName === "dd" && question)
      add(place, { kind: "question", question, answer: textOf(inner.childNodes, place.links) });
  }
}

/** Old pages lay out their forms by tables. */
function readTable(element: Element, place: Place): void {
  if (hasControls(element, place)) {
    readInside(element, place);
    return;
  }
  const rows = [...elementsOf(element)]
    .filter(({ tagName }) => tagName === "tr")
    .map((row) =>
      row.childNodes
        .filter(isElement)
        .filter(({ tagName }) => /^t[dh]$/.test(tagName))
        .map(wordsOf),
    )
    .filter((row) => row.some(Boolean));
  if (rows.length > 0) add(place, { kind: "table", rows });
}

function readPlayer(element: Element, place: Place): void {
  const sources = [...elementsOf(element)].flatMap((each) => [attributeOf(each, "src"), attributeOf(each, "data-src")]);
  const url = sources.map(place.links.picture).find((src) => {
    const host = URL.parse(src)?.hostname ?? "";
    return src && (element.tagName === "video" ? /\.(mp4|webm)([?#]|$)/i.test(src) : PLAYER.test(host));
  });
  if (url) add(place, { kind: "video", url });
  else place.parts.dropped.frames += 1;
}

/** What the page's own footer says goes to the footer. One inside an article belongs to the article. */
function readFooter(element: Element, place: Place): void {
  const isPages = place.into === place.parts.main && !isInside(element, "article");
  if (isPages) add(place, { kind: "break" });
  readInside(element, isPages ? { ...place, into: place.parts.footer } : place);
}

function isInside(element: Element, tag: string): boolean {
  for (let above = element.parentNode; above && "tagName" in above; above = above.parentNode)
    if (above.tagName === tag) return true;
  return false;
}

/** A form with the words that are no part of a field around it. */
function readForm(element: Element, place: Place): void {
  const form = readPageForm(element, place.links);
  const inside: Part[] = [];
  readInside(element, { ...place, into: inside, controls: form.fieldOf });
  const { unasked, changed } = place.parts;
  for (const part of placeFormParts(form, inside, place.into, unasked)) add(place, part);
  for (const name of ["fields", "words", "links"] as const)
    for (const words of form.dropped[name]) if (words.trim()) unasked[name].push(words);
  for (const name of ["typed", "groups", "passwords"] as const) changed[name].push(...form.changed[name]);
  changed.withoutEmail += form.changed.withoutEmail;
}

function readLegend(element: Element, place: Place): void {
  const text = wordsOf(element);
  if (text && place.controls) add(place, { kind: "heading", level: 4, text });
  else readInside(element, place);
}

/** Elements that mean something as a whole. */
const SPECIAL: Record<string, (element: Element, place: Place) => void> = {
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, readHeading])),
  img: readPicture,
  ul: readList,
  ol: readList,
  dl: readPairs,
  blockquote: readQuote,
  figure: readFigure,
  details: readDetails,
  table: readTable,
  video: readPlayer,
  iframe: readPlayer,
  footer: readFooter,
  form: readForm,
  legend: readLegend,
};
