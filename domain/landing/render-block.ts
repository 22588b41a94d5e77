import type { Block, BlockItem, StyledType } from "./block-types.ts";
import { escapeHtml, linesOf, proseToHtml } from "./markup.ts";
import { readPicture, renderPicture } from "./picture.ts";
import { renderForm } from "./render-form.ts";
import { lacksLines, renderHeroImage } from "./render-hero-image.ts";
import { MORE_RENDERERS } from "./render-more.ts";
import {
  buttonTo,
  element,
  emptyPicture,
  type FieldMark,
  head,
  itemsOf,
  join,
  list,
  markFieldsOf,
  NO_MARK,
  prose,
  type RenderBlock,
  section,
  textOf,
} from "./render-parts.ts";
import { renderVideo } from "./render-video.ts";

/** Renders one block as HTML. The page's first hero has its h1, and its lead picture loads first. */
export function renderBlock(block: Block, place: number, isLead: boolean, mark = false): string {
  if (block.type === "html") return textOf(block, "html");
  return RENDERERS[block.type](block, { place, isLead, at: mark ? markFieldsOf(block) : NO_MARK });
}

const HALF = "(min-width: 75rem) 31rem, (min-width: 56rem) 45vw, 92vw";
const PICTURE_SIZES: Record<string, string> = { wide: "(min-width: 75rem) 65rem, 92vw", left: HALF, right: HALF };

const RENDERERS: Record<StyledType, RenderBlock> = {
  ...MORE_RENDERERS,
  hero(block, { place, isLead, at }) {
    const words = join(
      element("p", 'class="lp-eyebrow"', textOf(block, "eyebrow"), at(block, "eyebrow")),
      element(place === 0 ? "h1" : "h2", "", textOf(block, "heading"), at(block, "heading")),
      prose("lp-lead", textOf(block, "text"), at(block, "text")),
      buttonTo(textOf(block, "button"), textOf(block, "href"), "lp-button", at(block, "button")),
      element("p", 'class="lp-note"', textOf(block, "note"), at(block, "note")),
    );
    const picture = renderHeroImage(block, isLead);
    // The place for a missing picture is below the words, which are as wide as for visitors.
    const missing =
      !picture && block.picture === "image"
        ? emptyPicture(at(block, "image"))
        : at !== NO_MARK && lacksLines(block)
          ? '<p class="lp-missing">Visitors see this illustration once it has lines.</p>'
          : "";
    return section(
      block,
      picture ? "hero lp-hero-split" : "hero",
      join(`<div class="lp-hero-words">\n${words}\n</div>`, picture || missing),
    );
  },
  text: (block, { at }) =>
    section(
      block,
      "text",
      join(
        element("h2", "", textOf(block, "heading"), at(block, "heading")),
        prose("lp-prose", textOf(block, "body"), at(block, "body")),
      ),
    ),
  picture(block, { isLead, at }) {
    const picture = readPicture(block.picture);
    const layout = textOf(block, "layout") || "wide";
    const image = picture && renderPicture(picture, { sizes: PICTURE_SIZES[layout] ?? "100vw", isLead });
    const caption = element("figcaption", "", textOf(block, "caption"), at(block, "caption"));
    const figure =
      image && `<figure class="lp-figure lp-${textOf(block, "shape") || "whole"}">${join(image, caption)}</figure>`;
    const words = join(
      element("h2", "", textOf(block, "heading"), at(block, "heading")),
      prose("lp-intro", textOf(block, "text"), at(block, "text")),
    );
    return section(
      block,
      `picture lp-side-${layout}`,
      join(words && `<div class="lp-picture-words">\n${words}\n</div>`, figure || emptyPicture(at(block, "picture"))),
    );
  },
  features: (block, { at }) =>
    section(
      block,
      "features",
      join(
        head(block, at),
        list(
          "lp-cards",
          itemsOf(block).map((item) =>
            join(
              element("h3", "", textOf(item, "title"), at(item, "title")),
              prose("lp-card-text", textOf(item, "text"), at(item, "text")),
            ),
          ),
        ),
      ),
    ),
  reviews: (block, { at }) =>
    section(
      block,
      "reviews",
      join(
        element("h2", "", textOf(block, "heading"), at(block, "heading")),
        list(
          "lp-cards lp-quotes",
          itemsOf(block).map((item) => {
            const by = join(
              element("cite", "", textOf(item, "name"), at(item, "name")),
              element("span", "", textOf(item, "role"), at(item, "role")),
            );
            return `<figure><blockquote${at(item, "words")}>${proseToHtml(textOf(item, "words"))}</blockquote>${by && `<figcaption>${by}</figcaption>`}</figure>`;
          }),
        ),
      ),
    ),
  pricing: (block, { at }) =>
    section(
      block,
      "pricing",
      join(
        head(block, at),
        list(
          "lp-offers",
          itemsOf(block).map((offer) => renderOffer(offer, at)),
        ),
      ),
    ),
  faq: (block, { at }) =>
    section(
      block,
      "faq",
      join(
        element("h2", "", textOf(block, "heading"), at(block, "heading")),
        `<div class="lp-questions">\n${itemsOf(block)
          .map((item) =>
            block.variant === "open"
              ? openAnswer(item, at)
              : `<details><summary${at(item, "question")}>${escapeHtml(textOf(item, "question"))}</summary>${answer(item, at)}</details>`,
          )
          .join("\n")}\n</div>`,
      ),
    ),
  video: (block, { at }) =>
    section(
      block,
      "video",
      join(element("h2", "", textOf(block, "heading"), at(block, "heading")), renderVideo(block)),
    ),
  form: (block, { place, at }) =>
    section(block, "form", join(head(block, at), renderForm(block, place, at)), ' id="form"'),
};

/** In the editor, the answer has an element of its own, so that it can be edited as a whole. */
function answer(item: BlockItem, at: FieldMark): string {
  const html = proseToHtml(textOf(item, "answer"));
  const field = at(item, "answer");
  return field ? `<div${field}>${html}</div>` : html;
}

/** A question that always shows its answer. */
const openAnswer = (item: BlockItem, at: FieldMark) =>
  `<div class="lp-answer">${join(element("h3", "", textOf(item, "question"), at(item, "question")), answer(item, at))}</div>`;

function renderOffer(offer: BlockItem, at: FieldMark): string {
  const marked = offer.marked === true;
  const price = join(
    element("strong", "", textOf(offer, "price"), at(offer, "price")),
    element("span", "", textOf(offer, "unit"), at(offer, "unit")),
  );
  return `<div class="lp-offer${marked ? " lp-marked" : ""}">\n${join(
    element("h3", "", textOf(offer, "name"), at(offer, "name")),
    price && `<p class="lp-price">${price}</p>`,
    element("p", 'class="lp-offer-text"', textOf(offer, "text"), at(offer, "text")),
    list("lp-points", linesOf(textOf(offer, "points")).map(escapeHtml), at(offer, "points")),
    buttonTo(
      textOf(offer, "button"),
      textOf(offer, "href"),
      marked ? "lp-button" : "lp-button lp-quiet",
      at(offer, "button"),
    ),
  )}\n</div>`;
}
