import {
  attributeOf,
  type Element,
  INLINE,
  isElement,
  isHidden,
  isText,
  type Node,
  type TextNode,
} from "./page-nodes.ts";

/** Words that a form shows in one line. */
export type Line = {
  kind: "line";
  text: string;
  nodes: TextNode[];
  /** The links that the words are in. */
  links: Element[];
  isLegend: boolean;
  isLabel: boolean;
  /** The level of its heading; 0 if it is none. */
  level: number;
  /** Whether it is in the same line as the control before, or the one after. */
  followsControl: boolean;
  leadsToControl: boolean;
  /** Whether a question has its words. */
  isTaken: boolean;
};
export type Control = { kind: "control"; control: Element };
type Where = { isLegend: boolean; isLabel: boolean; level: number; isTaken: boolean; link: Element | undefined };

const UNREAD = new Set("script style noscript template svg canvas select textarea button datalist".split(" "));

/** The lines and the controls of a form, in its order. Words inside `claimed` elements are already taken. */
export function readLines(
  form: Element,
  isControl: (element: Element) => boolean,
  hasControl: (element: Element) => boolean,
  claimed: ReadonlySet<Element>,
): (Line | Control)[] {
  const found: (Line | Control)[] = [];
  let line: Line | undefined;
  let isSameLine = false;
  const close = () => {
    if (line)
      line.text = line.nodes
        .map(({ value }) => value)
        .join("")
        .replace(/\s+/g, " ")
        .trim();
    line = undefined;
  };
  const open = ({ link: _, ...where }: Where): Line => {
    const isAfter = isSameLine && found.at(-1)?.kind === "control";
    const made: Line = {
      ...{ kind: "line", text: "", nodes: [], links: [], followsControl: isAfter, leadsToControl: false },
      ...where,
    };
    found.push(made);
    isSameLine = true;
    return made;
  };
  const addControl = (control: Element) => {
    close();
    const before = found.at(-1);
    if (isSameLine && before?.kind === "line") before.leadsToControl = true;
    found.push({ kind: "control", control });
    isSameLine = true;
  };
  const breakLine = () => {
    close();
    isSameLine = false;
  };
  const addWords = (node: TextNode, where: Where) => {
    if (node.value.trim()) {
      line ??= open(where);
      if (where.link && line.links.at(-1) !== where.link) line.links.push(where.link);
    }
    line?.nodes.push(node);
  };
  const walk = (node: Node, where: Where): void => {
    if (isText(node)) addWords(node, where);
    if (!isElement(node)) return;
    if (isControl(node)) addControl(node);
    // The later steps of a form are hidden until a script shows them.
    if (UNREAD.has(node.tagName) || (isHidden(node) && !hasControl(node))) return;
    if (node.tagName === "br") close();
    const isEdge = !INLINE.has(node.tagName) && node.tagName !== "input";
    const isOwn = node.tagName === "label" || claimed.has(node);
    if (isEdge) breakLine();
    else if (isOwn) close();
    const inside = {
      isLegend: where.isLegend || node.tagName === "legend",
      isLabel: where.isLabel || node.tagName === "label",
      level: /^h[1-6]$/.test(node.tagName) ? Number(node.tagName[1]) : where.level,
      isTaken: where.isTaken || claimed.has(node),
      link: node.tagName === "a" && attributeOf(node, "href") ? node : where.link,
    };
    for (const child of node.childNodes) walk(child, inside);
    if (isEdge) breakLine();
    else if (isOwn) close();
  };
  for (const child of form.childNodes)
    walk(child, { isLegend: false, isLabel: false, level: 0, isTaken: false, link: undefined });
  close();
  return found;
}
