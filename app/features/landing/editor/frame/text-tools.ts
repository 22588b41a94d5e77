import type { TextKind } from "../../../../../domain/landing/editor/frame-messages.ts";
import type { TextPart } from "../../../../../domain/landing/editor/write-marks.ts";

type Paragraph = { isItem: boolean; lines: TextPart[][] };
export type TextTools = {
  /** The text of an element that shows a field, with marks if the field has them. */
  read: (element: Element, kind: TextKind) => string;
  /** Clean HTML for a pasted text: paragraphs, lists, bold, italic and safe links. Nothing else gets through. */
  clean: (pasted: { html: string; text: string }, kind: TextKind) => string;
};

/**
 * Reads the elements of the frame, and what people paste there from Word, Google Docs or elsewhere. It refers to nothing
 * outside itself, because its source runs in the frame.
 */
export function makeTextTools(write: (parts: readonly TextPart[]) => string): TextTools {
  const SKIPPED =
    /^(SCRIPT|STYLE|HEAD|TITLE|META|LINK|TEMPLATE|NOSCRIPT|IFRAME|OBJECT|EMBED|SVG|MATH|SELECT|TEXTAREA|BUTTON)$/i;
  const BLOCK =
    /^(P|DIV|H[1-6]|LI|UL|OL|DL|DT|DD|BLOCKQUOTE|SECTION|ARTICLE|HEADER|FOOTER|MAIN|ASIDE|FIGURE|FIGCAPTION|TABLE|TBODY|THEAD|TR|PRE|HR|FORM|FIELDSET|ADDRESS)$/;
  const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|sms:|#|\/(?!\/)|\?)/i;

  function paragraphsOf(root: Node): Paragraph[] {
    const all: Paragraph[] = [];
    let current: Paragraph | null = null;
    const lineOf = (isItem: boolean): TextPart[] => {
      if (!current) {
        current = { isItem, lines: [[]] };
        all.push(current);
      }
      return current.lines.at(-1) as TextPart[];
    };
    const walk = (node: Node, marks: Omit<TextPart, "text">, isItem: boolean): void => {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = (node.nodeValue ?? "").replace(/[\s\u00a0]+/g, " ");
        if (!current && text === " ") return;
        lineOf(isItem).push({ ...marks, text });
        return;
      }
      if (node.nodeType !== Node.ELEMENT_NODE) return;
      const element = node as HTMLElement;
      const name = element.tagName.toUpperCase();
      const style = element.getAttribute("style") ?? "";
      if (SKIPPED.test(name) || /mso-list:\s*ignore|display:\s*none/i.test(style)) return;
      if (name === "BR") {
        if (current) (current as Paragraph).lines.push([]);
        return;
      }
      const isBlock = BLOCK.test(name);
      const isListItem = isItem || name === "LI" || /mso-list:\s*l\d/i.test(style);
      if (isBlock) current = null;
      const inner = isBlock ? marks : marksOf(element, name, style, marks);
      for (const child of element.childNodes) walk(child, inner, isListItem);
      if (isBlock) current = null;
      if (name === "TD" || name === "TH") lineOf(isItem).push({ ...marks, text: " " });
    };
    const none = { bold: false, italic: false, href: "" };
    for (const child of root.childNodes) walk(child, none, false);
    return all;
  }

  function marksOf(
    element: Element,
    name: string,
    style: string,
    marks: Omit<TextPart, "text">,
  ): Omit<TextPart, "text"> {
    const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
    const slant = /font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
    const heavy = weight === "bold" || Number(weight) >= 600;
    // Google Docs wraps everything in a <b> that is not bold.
    const bold = weight ? heavy : marks.bold || name === "B" || name === "STRONG";
    const italic = slant ? slant !== "normal" : marks.italic || name === "I" || name === "EM";
    const address = name === "A" ? (element.getAttribute("href") ?? "").trim() : "";
    return { bold, italic, href: SAFE_ADDRESS.test(address) ? address : marks.href };
  }

  /** Lines without spaces at their edges, and without empty ones at the end. */
  function trimmed({ lines }: Paragraph): TextPart[][] {
    const all = lines.map((parts) => {
      const line = parts.filter(({ text }) => text !== "").map((part) => ({ ...part }));
      const [first] = line;
      const last = line.at(-1);
      if (first) first.text = first.text.trimStart();
      if (last) last.text = last.text.trimEnd();
      return line.filter(({ text }) => text !== "");
    });
    while (all.length > 0 && all.at(-1)?.length === 0) all.pop();
    return all;
  }

  const plainOf = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join("");

  /** Consecutive items are one list. */
  function grouped(root: Node): { isList: boolean; lines: TextPart[][] }[] {
    const groups: { isList: boolean; lines: TextPart[][] }[] = [];
    for (const paragraph of paragraphsOf(root)) {
      const lines = trimmed(paragraph);
      if (lines.length === 0) continue;
      const last = groups.at(-1);
      const gap = { text: " ", bold: false, italic: false, href: "" };
      const own = paragraph.isItem ? [lines.flatMap((line, place) => (place > 0 ? [gap, ...line] : line))] : lines;
      if (paragraph.isItem && last?.isList) last.lines.push(...own);
      else groups.push({ isList: paragraph.isItem, lines: own });
    }
    return groups;
  }

  function read(element: Element, kind: TextKind): string {
    if (kind === "line") return (element.textContent ?? "").replace(/\s+/g, " ").trim();
    const groups = grouped(element);
    if (kind === "text") return groups.flatMap(({ lines }) => lines.map(plainOf)).join("\n");
    return groups
      .map(({ isList, lines }) => lines.map((line) => (isList ? `- ${write(line)}` : write(line))).join("\n"))
      .join("\n\n");
  }

  const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

  function htmlOf(parts: readonly TextPart[]): string {
    return parts
      .map(({ text, bold, italic, href }) => {
        let html = escapeText(text);
        if (italic) html = `<em>${html}</em>`;
        if (bold) html = `<strong>${html}</strong>`;
        return href ? `<a href="${escapeText(href)}">${html}</a>` : html;
      })
      .join("");
  }

  function clean({ html, text }: { html: string; text: string }, kind: TextKind): string {
    if (kind !== "rich" || !html.trim()) {
      const lines = text.replace(/\r\n?/g, "\n").trim();
      if (kind === "line") return escapeText(lines.replace(/\s+/g, " "));
      const parts = lines.split(/\n[\t ]*\n/).map((part) => part.split("\n").map(escapeText).join("<br>"));
      return parts.length > 1 ? parts.map((part) => `<p>${part}</p>`).join("") : (parts[0] ?? "");
    }
    // A parsed document runs no scripts and loads nothing.
    const groups = grouped(new DOMParser().parseFromString(html, "text/html").body);
    const [only] = groups;
    if (only && groups.length === 1 && !only.isList) return only.lines.map(htmlOf).join("<br>");
    return groups
      .map(({ isList, lines }) =>
        isList
          ? `<ul>${lines.map((line) => `<li>${htmlOf(line)}</li>`).join("")}</ul>`
          : `<p>${lines.map(htmlOf).join("<br>")}</p>`,
      )
      .join("");
  }

  return { read, clean };
}
