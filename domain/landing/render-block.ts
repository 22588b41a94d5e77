import type { Block, BlockItem, BlockType } from "./block-types.ts";
import { escapeHtml, linesOf, proseToHtml, safeAddress } from "./markup.ts";
import { readPicture, renderPicture } from "./picture.ts";
import { renderForm } from "./render-form.ts";
import { renderHeroImage } from "./render-hero-image.ts";
import { renderVideo } from "./render-video.ts";

/** A text field of a block, or an empty text. */
const textOf = (from: Block | BlockItem, name: string): string =>
  typeof from[name] === "string" ? (from[name] as string) : "";
const itemsOf = (block: Block, name = "items"): BlockItem[] =>
  Array.isArray(block[name]) ? (block[name] as BlockItem[]) : [];

/** A tag around the text. Empty if the text is empty. */
const element = (name: string, attributes: string, text: string) =>
  text.trim() ? `<${name}${attributes && ` ${attributes}`}>${escapeHtml(text)}</${name}>` : "";
const prose = (className: string, text: string) =>
  text.trim() ? `<div class="${className}">${proseToHtml(text)}</div>` : "";
const buttonTo = (text: string, href: string, className: string) =>
  text.trim() ? `<a class="${className}" href="${escapeHtml(safeAddress(href))}">${escapeHtml(text)}</a>` : "";

/** Renders one block as HTML. The page's first hero has its h1, and its lead picture loads first. */
export function renderBlock(block: Block, place: number, isLead: boolean): string {
  if (block.type === "html") return textOf(block, "html");
  return RENDERERS[block.type](block, place, isLead);
}

const head = (block: Block) =>
  [element("h2", "", textOf(block, "heading")), prose("lp-intro", textOf(block, "text"))].filter(Boolean).join("\n");
const section = (kind: string, inside: string, more = "") =>
  `<section class="lp-section lp-${kind}"${more}>\n<div class="lp-wrap">\n${inside}\n</div>\n</section>`;
const list = (className: string, items: readonly string[]) =>
  items.length ? `<ul class="${className}">\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>` : "";
const HALF = "(min-width: 75rem) 31rem, (min-width: 56rem) 45vw, 92vw";
const PICTURE_SIZES: Record<string, string> = { wide: "(min-width: 75rem) 65rem, 92vw", left: HALF, right: HALF };
const join = (...parts: string[]) => parts.filter(Boolean).join("\n");

const RENDERERS: Record<Exclude<BlockType, "html">, (block: Block, place: number, isLead: boolean) => string> = {
  hero(block, place, isLead) {
    const words = join(
      element("p", 'class="lp-eyebrow"', textOf(block, "eyebrow")),
      element(place === 0 ? "h1" : "h2", "", textOf(block, "heading")),
      prose("lp-lead", textOf(block, "text")),
      buttonTo(textOf(block, "button"), textOf(block, "href"), "lp-button"),
      element("p", 'class="lp-note"', textOf(block, "note")),
    );
    const picture = renderHeroImage(block, isLead);
    return section(
      picture ? "hero lp-hero-split" : "hero",
      join(`<div class="lp-hero-words">\n${words}\n</div>`, picture),
    );
  },
  text: (block) =>
    section("text", join(element("h2", "", textOf(block, "heading")), prose("lp-prose", textOf(block, "body")))),
  picture(block, _place, isLead) {
    const picture = readPicture(block.picture);
    const layout = textOf(block, "layout") || "wide";
    const image = picture && renderPicture(picture, { sizes: PICTURE_SIZES[layout] ?? "100vw", isLead });
    const caption = element("figcaption", "", textOf(block, "caption"));
    const figure =
      image && `<figure class="lp-figure lp-${textOf(block, "shape") || "whole"}">${join(image, caption)}</figure>`;
    const words = join(element("h2", "", textOf(block, "heading")), prose("lp-intro", textOf(block, "text")));
    return section(
      `picture lp-side-${layout}`,
      join(words && `<div class="lp-picture-words">\n${words}\n</div>`, figure || ""),
    );
  },
  features: (block) =>
    section(
      "features",
      join(
        head(block),
        list(
          "lp-cards",
          itemsOf(block).map((item) =>
            join(element("h3", "", textOf(item, "title")), prose("lp-card-text", textOf(item, "text"))),
          ),
        ),
      ),
    ),
  reviews: (block) =>
    section(
      "reviews",
      join(
        element("h2", "", textOf(block, "heading")),
        list(
          "lp-cards lp-quotes",
          itemsOf(block).map((item) => {
            const by = join(element("cite", "", textOf(item, "name")), element("span", "", textOf(item, "role")));
            return `<figure><blockquote>${proseToHtml(textOf(item, "words"))}</blockquote>${by && `<figcaption>${by}</figcaption>`}</figure>`;
          }),
        ),
      ),
    ),
  pricing: (block) => section("pricing", join(head(block), list("lp-offers", itemsOf(block).map(renderOffer)))),
  faq: (block) =>
    section(
      "faq",
      join(
        element("h2", "", textOf(block, "heading")),
        `<div class="lp-questions">\n${itemsOf(block)
          .map(
            (item) =>
              `<details><summary>${escapeHtml(textOf(item, "question"))}</summary>${proseToHtml(textOf(item, "answer"))}</details>`,
          )
          .join("\n")}\n</div>`,
      ),
    ),
  video: (block) => section("video", join(element("h2", "", textOf(block, "heading")), renderVideo(block))),
  form: (block, place) => section("form", join(head(block), renderForm(block, place)), ' id="form"'),
};

function renderOffer(offer: BlockItem): string {
  const marked = offer.marked === true;
  const price = join(element("strong", "", textOf(offer, "price")), element("span", "", textOf(offer, "unit")));
  return `<div class="lp-offer${marked ? " lp-marked" : ""}">\n${join(
    element("h3", "", textOf(offer, "name")),
    price && `<p class="lp-price">${price}</p>`,
    element("p", 'class="lp-offer-text"', textOf(offer, "text")),
    list("lp-points", linesOf(textOf(offer, "points")).map(escapeHtml)),
    buttonTo(textOf(offer, "button"), textOf(offer, "href"), marked ? "lp-button" : "lp-button lp-quiet"),
  )}\n</div>`;
}
