import type { Block, BlockItem } from "../block-types.ts";
import { escapeHtml, proseToHtml } from "../markup.ts";
import { linkedPicture } from "../picture.ts";
import { templateBlock } from "../template.ts";
import type { Part } from "./page-place.ts";
import { clip, MAX_ITEMS, type Of, plain, sort } from "./part-texts.ts";

const MAX_ROWS = 500;

/** A question and its answer as an item of a block. */
export const questionOf = ({ question, answer }: Pick<Of<"question">, "question" | "answer">): BlockItem => ({
  question: clip(question, 300),
  answer: clip(answer, 5000),
});

/** A table with a first column and two others is a comparison. Every other one stays a table. */
export function tableOf(rows: readonly string[][], opening: { heading: string; text?: string }): Block {
  const [head = [], ...more] = rows.slice(0, MAX_ROWS);
  if (rows.length > 1 && rows.length <= MAX_ITEMS && rows.every((row) => row.length === 3) && !head[0])
    return templateBlock("comparison", {
      ...opening,
      ours: head[1] ?? "",
      theirs: head[2] ?? "",
      items: more.map(([label = "", ours = "", theirs = ""]) => ({ label, ours, theirs })),
    });
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("");
  const title = opening.heading && `<h2>${escapeHtml(opening.heading)}</h2>\n`;
  const text = opening.text ? `${proseToHtml(opening.text)}\n` : "";
  return templateBlock("html", {
    html: `<section class="lp-section">\n<div class="lp-wrap">\n${title}${text}<table>\n<thead><tr>${cells(head, "th")}</tr></thead>\n<tbody>\n${more
      .map((row) => `<tr>${cells(row, "td")}</tr>`)
      .join("\n")}\n</tbody>\n</table>\n</div>\n</section>`,
  });
}

const PRICE = /^(from |ab )?([$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?([$€£¥]|USD|EUR|GBP))(.*)$/i;

/** The content under one of several headings. */
export function cardOf(parts: readonly Part[]) {
  const { of, headings } = sort(parts);
  const [heading] = headings;
  const texts = of("text");
  const [picture] = of("picture");
  const [link] = of("link");
  const lines = texts.flatMap(({ text }) => text.split("\n"));
  return {
    title: clip(heading?.text ?? "", 300),
    text: clip(texts.map(({ text }) => text).join("\n\n"), 5000),
    lines: lines.filter(Boolean),
    price: lines.map((line) => PRICE.exec(plain(line))).find(Boolean),
    picture,
    link,
    used: [heading, ...texts, picture, link].filter((part) => part !== undefined),
  };
}
type Card = ReturnType<typeof cardOf>;
type Opening = (withText?: boolean) => { heading: string; text?: string };

/** Several headings with the content under each, as the block that fits best. */
export function cardsBlock(cards: readonly Card[], opening: Opening): Block {
  const most = (test: (card: Card) => unknown) => cards.filter(test).length * 2 > cards.length;
  if (most(({ title }) => title.endsWith("?")) && !most(({ picture }) => picture))
    return templateBlock("faq", {
      ...opening(false),
      items: cards.map(({ title, text, link }) =>
        questionOf({ question: title, answer: [text, linkText(link)].filter(Boolean).join("\n\n") }),
      ),
    });
  if (cards.length <= 4 && most(({ price }) => price) && !cards.some(({ picture }) => picture))
    return templateBlock("pricing", {
      ...opening(),
      items: cards.map(({ title, lines, price, link }) => ({
        name: title,
        price: (price ? `${price[1] ?? ""}${price[2]}` : "").trim(),
        unit: clip(price?.[4]?.trim() ?? "", 100),
        text: "",
        points: lines
          .filter((line) => plain(line) !== price?.[0])
          .map((line) => plain(line.replace(/^- /, "")))
          .join("\n"),
        button: clip(link?.words ?? "", 200),
        href: link?.href || "#form",
        marked: false,
      })),
    });
  if (most(({ picture, link }) => picture || link))
    return templateBlock("columns", {
      ...opening(),
      items: cards.map(({ title, text, picture, link }) => ({
        picture: picture ? linkedPicture(picture.src, picture.alt) : null,
        title,
        text: link && !link.href ? [text, link.words].filter(Boolean).join("\n\n") : text,
        button: clip(link?.words ?? "", 200),
        href: link?.href ?? "",
      })),
    });
  const items = cards.map(({ title, text, picture, link }) => ({
    title,
    text: [text, linkText(link), picture?.alt].filter(Boolean).join("\n\n"),
  }));
  if (most(({ title }) => /^(step )?\d+[.):\s]/i.test(title)))
    return templateBlock("steps", {
      ...opening(),
      items: items.map(({ title, text }) => ({
        title: title.replace(/^(step )?\d+[.):\s]+/i, "") || title,
        detail: "",
        text,
      })),
    });
  return templateBlock("features", { ...opening(), items });
}

/** A link as a mark in a text. */
function linkText(link: Of<"link"> | undefined): string {
  if (!link) return "";
  const words = link.words.replace(/[[\]]/g, "");
  return link.href ? `[${words}](${link.href.replace(/[()\s]/g, encodeURIComponent)})` : words;
}

/** Pictures, a text, or both. */
export function plainBlocks(group: readonly Part[], heading: string): Block[] {
  const { of } = sort(group);
  const pictures = of("picture");
  const button = of("link").find(({ isButton }) => isButton);
  const texts = group.map((part) => {
    if (part.kind === "heading") return part === group[0] && !heading ? "" : `**${part.text.replaceAll("*", "")}**`;
    if (part.kind === "quote") return [part.words, part.by].filter(Boolean).join("\n");
    if (part.kind === "question") return `**${part.question.replaceAll("*", "")}**\n${part.answer}`;
    return part.kind === "text" ? part.text : part.kind === "link" && part !== button ? linkText(part) : "";
  });
  const [first] = group;
  const title = heading || (first?.kind === "heading" ? clip(first.text, 300) : "");
  const words = clip(texts.filter(Boolean).join("\n\n"), 100_000);
  const body = [words, linkText(button)].filter(Boolean).join("\n\n");
  if (pictures.length > 2) return galleryOf(pictures, title, body);
  const [picture, second] = pictures;
  if (picture)
    return [picture, second]
      .filter((each) => each !== undefined)
      .map(({ src, alt }, place) =>
        templateBlock("picture", {
          picture: linkedPicture(src, alt),
          layout: place === 0 && (body || title) ? "right" : "wide",
          ...(place === 0 && { heading: title, text: body }),
        }),
      );
  if (button && title && words.length < 600)
    return [
      templateBlock("hero", {
        heading: title,
        text: words,
        button: clip(button.words, 200),
        href: button.href || "#form",
      }),
    ];
  return title || body ? [templateBlock("text", { heading: title, body })] : [];
}

function galleryOf(pictures: readonly Of<"picture">[], heading: string, text: string): Block[] {
  const named = pictures.filter(({ src, alt }) => /logo|client|partner|brand/i.test(`${src} ${alt ?? ""} ${heading}`));
  const shown = pictures.slice(0, MAX_ITEMS).map(({ src, alt }) => ({ src, alt, picture: linkedPicture(src, alt) }));
  if (named.length * 2 <= pictures.length)
    return [templateBlock("gallery", { heading, text, items: shown.map(({ picture }) => ({ picture, caption: "" })) })];
  const logos = templateBlock("logos", {
    heading,
    items: shown.map(({ picture, alt }) => ({ picture, name: alt ?? "", href: "" })),
  });
  return text ? [logos, templateBlock("text", { body: text })] : [logos];
}
