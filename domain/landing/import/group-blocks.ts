import type { Block, BlockItem } from "../block-types.ts";
import { linkedPicture } from "../picture.ts";
import { templateBlock } from "../template.ts";
import { cardOf, cardsBlock, plainBlocks, questionOf, tableOf } from "./card-blocks.ts";
import type { PageParts, Part } from "./page-place.ts";
import { clip, MAX_ITEMS, type Of, plain, sort } from "./part-texts.ts";

/** The blocks of a group. Each part goes into one of them, so that no word is lost. */
export function blocksOf(group: readonly Part[], isFirst: boolean): Block[] {
  const title = group.find((part): part is Of<"heading"> => part.kind === "heading");
  const left = new Set<Part>(group);
  const take = (parts: readonly Part[]) => {
    for (const part of parts) left.delete(part);
  };
  const made: Block[] = [];
  let heading = clip(title?.text ?? "", 300);
  if (title) take([title]);
  const [head = []] = splitAtHeadings(group.filter((part) => part !== title));
  if (isFirst || title?.level === 1) {
    const { used, block } = heroOf(heading, head, title ? group.indexOf(title) : 0);
    take(used);
    made.push(block);
    heading = "";
  }
  const lead = () => sort(head.filter((part) => left.has(part))).of("text");
  /** The heading and the text of the first block that can have them. */
  const opening = (withText = true) => {
    const texts = withText ? lead() : [];
    take(texts);
    const shown = { heading, ...(withText && { text: clip(texts.map(({ text }) => text).join("\n\n"), 5000) }) };
    heading = "";
    return shown;
  };
  const { of } = sort(group);
  const makers: Partial<Record<Part["kind"], () => Block[]>> = {
    form: () =>
      of("form").map((form) =>
        templateBlock("form", {
          ...opening(),
          items: form.fields,
          button: clip(form.button || "Send", 100),
          small: form.small,
          done: "Thank you. We got your message.",
        }),
      ),
    quote: () => [
      templateBlock("reviews", { ...opening(false), items: of("quote").slice(0, MAX_ITEMS).map(reviewOf) }),
    ],
    question: () => [
      templateBlock("faq", { ...opening(false), items: of("question").slice(0, MAX_ITEMS).map(questionOf) }),
    ],
    table: () => of("table").map(({ rows }) => tableOf(rows, opening())),
    video: () =>
      of("video").map(({ url }) => {
        const title = heading || "Video";
        return templateBlock("video", { ...opening(false), url, title });
      }),
  };
  // In the page's order, so that a heading stays with what comes first below it.
  for (const kind of new Set(group.map((part) => part.kind))) made.push(...(makers[kind]?.() ?? []));
  take([
    ...of("form"),
    ...of("quote").slice(0, MAX_ITEMS),
    ...of("question").slice(0, MAX_ITEMS),
    ...of("table"),
    ...of("video"),
  ]);
  const [, ...items] = splitAtHeadings([...left]);
  const cards = items.slice(0, MAX_ITEMS).map((parts) => ({ ...cardOf(parts), parts }));
  if (cards.length > 1) {
    made.push(cardsBlock(cards, opening));
    for (const { used } of cards) take(used);
  }
  return [...made, ...plainBlocks([...left], heading)];
}

/** Up to the first heading, and from each heading to the next. */
function splitAtHeadings(group: readonly Part[]): Part[][] {
  const pieces: Part[][] = [[]];
  for (const part of group) {
    if (part.kind === "heading") pieces.push([]);
    pieces.at(-1)?.push(part);
  }
  return pieces;
}

/** The opening of a page. `before` says how many parts stand above its heading. */
function heroOf(heading: string, parts: readonly Part[], before: number): { block: Block; used: Part[] } {
  const { of } = sort(parts);
  const [above] = sort(parts.slice(0, before)).of("text");
  const eyebrow = above && above.text.length <= 60 ? above : undefined;
  const texts = of("text").filter((part) => part !== eyebrow);
  const button = of("link").find(({ isButton }) => isButton) ?? of("link")[0];
  const [picture] = of("picture");
  return {
    block: templateBlock("hero", {
      eyebrow: plain(eyebrow?.text ?? ""),
      heading,
      text: clip(texts.map(({ text }) => text).join("\n\n"), 100_000),
      button: clip(button?.words ?? "", 200),
      href: button?.href || "#form",
      ...(picture && { picture: "image", image: linkedPicture(picture.src, picture.alt) }),
    }),
    used: [eyebrow, ...texts, button, picture].filter((part) => part !== undefined),
  };
}

const reviewOf = ({ words, by }: Of<"quote">): BlockItem => {
  const [name = "", ...role] = by.split(/\s*[,|–—]\s*/);
  return { words: clip(words, 2000), name: clip(name, 200), role: clip(role.join(", "), 200) };
};

const LEGAL = /privacy|terms|legal|imprint|impressum|datenschutz|cookie|agb/i;

/** The block of the page's own footer. */
export function footerOf({ title, footer }: PageParts): Block {
  const { of, texts } = sort(footer);
  const links = of("link").filter(({ href }) => href);
  const contact = links
    .filter(({ href }) => /^(mailto|tel):/i.test(href))
    .map(({ href }) => href.replace(/^(mailto|tel):/i, "").split("?")[0] ?? "");
  const pages = links
    .filter(({ href }) => !/^(mailto|tel):/i.test(href))
    .map(({ words, href }) => ({ label: clip(words, 100), href }));
  const isLegal = ({ label, href }: { label: string; href: string }) => LEGAL.test(`${label} ${href}`);
  const isSmall = (text: string) => /©|\(c\)|copyright|all rights/i.test(text);
  return templateBlock("footer", {
    name: clip(of("heading")[0]?.text ?? title.split(/\s[|–—-]\s/).at(-1) ?? "", 200),
    text: clip(texts.filter((text) => !isSmall(text)).join("\n\n"), 2000),
    contact: [...new Set(contact)].join("\n"),
    items: pages.filter((link) => !isLegal(link)).slice(0, MAX_ITEMS),
    legal: clip(plain(texts.filter(isSmall).join(" ")), 300),
    legalItems: pages.filter(isLegal).slice(0, MAX_ITEMS),
  });
}
