import type { Block, BlockItem } from "./block-types.ts";
import { renderCountdown } from "./countdown.ts";
import { escapeHtml, linesOf, safeAddress } from "./markup.ts";
import type { MoreType } from "./more-kinds.ts";
import { readPicture, renderPicture } from "./picture.ts";
import { image, SIZES } from "./render-item-picture.ts";
import {
  buttonTo,
  element,
  type FieldMark,
  head,
  itemsOf,
  join,
  list,
  NO_MARK,
  prose,
  type RenderBlock,
  section,
  textOf,
} from "./render-parts.ts";
import { PLACE_RENDERERS } from "./render-place.ts";

/** Visitors see no gallery without pictures, no logos without names, and no countdown without a date. Editors do. */
const isServed = (at: FieldMark) => at === NO_MARK;
const missing = (what: string, more = "", field = "") =>
  `<p class="lp-missing"${field}>Visitors see this block once it has ${what}.${more}</p>`;

/** Lists have check marks without a class. */
const marksOf = ({ mark }: BlockItem) => (mark === "cross" || mark === "dot" ? ` lp-marks-${mark}` : "");

export const MORE_RENDERERS: Record<MoreType, RenderBlock> = {
  columns: (block, { at }) =>
    section(
      block,
      "columns",
      join(
        head(block, at),
        list(
          "lp-column-list",
          itemsOf(block).map((item) =>
            join(
              image(item, SIZES.column),
              element("h3", "", textOf(item, "title"), at(item, "title")),
              prose(`lp-card-text${marksOf(item)}`, textOf(item, "text"), at(item, "text")),
              textOf(item, "href").trim() &&
                buttonTo(textOf(item, "button"), textOf(item, "href"), "lp-more", at(item, "button")),
            ),
          ),
        ),
      ),
    ),
  gallery(block, { at }) {
    const isStrip = block.variant === "strip";
    const figures = itemsOf(block)
      .map((item, place) => {
        const isFirst = block.variant === "mosaic" && place === 0;
        const drawn = image(item, isFirst || isStrip ? SIZES.wide : SIZES.tile);
        return (
          drawn &&
          `<figure${at(item, "picture")}>${join(drawn, element("figcaption", "", textOf(item, "caption"), at(item, "caption")))}</figure>`
        );
      })
      .filter(Boolean);
    if (!figures.length && isServed(at)) return "";
    const name = escapeHtml(textOf(block, "heading").trim() || "Pictures");
    const strip =
      list("lp-gallery-list", figures) || missing("a picture", " Click here to add pictures.", at(block, "items"));
    return section(
      block,
      "gallery",
      // What scrolls must be reachable by keyboard.
      join(
        head(block, at),
        isStrip && figures.length
          ? `<div class="lp-strip" role="region" aria-label="${name}" tabindex="0">\n${strip}\n</div>`
          : strip,
      ),
    );
  },
  steps: (block, { at }) =>
    section(
      block,
      "steps",
      join(
        head(block, at),
        list(
          "lp-step-list",
          itemsOf(block).map((item) =>
            join(
              element("h3", "", textOf(item, "title"), at(item, "title")),
              element("p", 'class="lp-step-detail"', textOf(item, "detail"), at(item, "detail")),
              prose("lp-card-text", textOf(item, "text"), at(item, "text")),
            ),
          ),
        )
          .replace(/^<ul/, "<ol")
          .replace(/<\/ul>$/, "</ol>"),
      ),
    ),
  comparison: (block, { at }) =>
    section(
      block,
      "comparison",
      join(
        head(block, at),
        block.variant === "sides" ? compareSides(block, at) : compareTable(block, at),
        element("p", 'class="lp-note"', textOf(block, "note"), at(block, "note")),
      ),
    ),
  logos(block, { at }) {
    const logos = itemsOf(block)
      .map((item) => renderLogo(item, at))
      .filter(Boolean);
    if (!logos.length && isServed(at)) return "";
    return section(
      block,
      "logos",
      join(
        element("h2", "", textOf(block, "heading"), at(block, "heading")),
        list("lp-logo-list", logos) || missing("a logo or a name"),
      ),
    );
  },
  team: (block, { at }) =>
    section(
      block,
      "team",
      join(
        head(block, at),
        list(
          "lp-team-list",
          itemsOf(block).map((item) => {
            const portrait = image(item, block.variant === "portraits" ? SIZES.tile : SIZES.small);
            return join(
              portrait ||
                `<span class="lp-initials" aria-hidden="true"${at(item, "picture")}>${escapeHtml(initials(textOf(item, "name")))}</span>`,
              `<div>${join(
                element("h3", "", textOf(item, "name"), at(item, "name")),
                element("p", 'class="lp-role"', textOf(item, "role"), at(item, "role")),
                prose("lp-card-text", textOf(item, "text"), at(item, "text")),
              )}</div>`,
            );
          }),
        ),
      ),
    ),
  countdown(block, { at }) {
    const clock = renderCountdown(block, at);
    if (!clock && isServed(at)) return "";
    return section(
      block,
      "countdown",
      join(
        head(block, at),
        clock || missing("a date, a time, and a time zone"),
        buttonTo(textOf(block, "button"), textOf(block, "href"), "lp-button", at(block, "button")),
        element("p", 'class="lp-over"', textOf(block, "over"), at(block, "over")),
      ),
    );
  },
  booking(block, { at }) {
    const meeting = textOf(block, "meeting");
    const facts = list("lp-points", linesOf(textOf(block, "facts")).map(escapeHtml), at(block, "facts"));
    // Without a meeting type there is nothing to link to.
    const link = MEETING.test(meeting)
      ? buttonTo(textOf(block, "button"), `/book/${meeting}`, "lp-button", at(block, "button"))
      : "";
    const act = join(facts, link, element("p", 'class="lp-note"', textOf(block, "note"), at(block, "note")));
    return section(
      block,
      "booking",
      `<div class="lp-book">\n${join(`<div class="lp-book-words">\n${head(block, at)}\n</div>`, act && `<div class="lp-book-act">\n${act}\n</div>`)}\n</div>`,
    );
  },
  ...PLACE_RENDERERS,
};

const MEETING = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/;

function renderLogo(item: BlockItem, at: FieldMark): string {
  const picture = readPicture(item.picture);
  const name = textOf(item, "name");
  // The name is the text of a logo that no one has described.
  const drawn =
    picture &&
    renderPicture(picture.alt || picture.decorative ? picture : { ...picture, alt: name }, {
      sizes: SIZES.small,
      isLead: false,
    });
  const logo = drawn || element("span", "", name, at(item, "name"));
  const target = safeAddress(textOf(item, "href"));
  return logo && target !== "#" ? `<a href="${escapeHtml(target)}">${logo}</a>` : logo;
}

const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    // 'Dr. Maya Ortiz' is MO.
    .filter((word, _place, all) => all.length === 1 || !/^(dr|prof|mr|mrs|ms|mx)\.?$/i.test(word))
    .flatMap((word) => [...word].slice(0, 1))
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join("")
    .toUpperCase();

/** Yes and No are marks with a word, so that no one has to guess a color. */
function verdict(value: string): string {
  const word = value.trim().toLowerCase();
  return word === "yes" || word === "no" ? ` class="lp-${word}"` : "";
}

function compareTable(block: Block, at: FieldMark): string {
  const rows = itemsOf(block).map((item) => {
    const cell = (name: string) => {
      const value = textOf(item, name);
      return `<td${verdict(value)}${at(item, name)}>${escapeHtml(value)}</td>`;
    };
    return `<tr><th scope="row"${at(item, "label")}>${escapeHtml(textOf(item, "label"))}</th>${cell("ours")}${cell("theirs")}</tr>`;
  });
  if (!rows.length) return "";
  const column = (name: string) => `<th scope="col"${at(block, name)}>${escapeHtml(textOf(block, name))}</th>`;
  return `<table class="lp-compare">\n<thead><tr><td></td>${column("ours")}${column("theirs")}</tr></thead>\n<tbody>\n${rows.join("\n")}\n</tbody>\n</table>`;
}

function compareSides(block: Block, at: FieldMark): string {
  const side = (name: string) =>
    `<div class="lp-side-of-${name}">\n${join(
      element("h3", "", textOf(block, name), at(block, name)),
      list(
        "lp-side-list",
        itemsOf(block)
          .filter((item) => textOf(item, name).trim())
          .map((item) => {
            const value = textOf(item, name);
            return `<b${at(item, "label")}>${escapeHtml(textOf(item, "label"))}</b> <span${verdict(value)}${at(item, name)}>${escapeHtml(value)}</span>`;
          }),
      ),
    )}\n</div>`;
  return `<div class="lp-sides">\n${side("theirs")}\n${side("ours")}\n</div>`;
}
