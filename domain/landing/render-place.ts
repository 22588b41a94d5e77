import { escapeHtml, linesOf, safeAddress } from "./markup.ts";
import { image, SIZES } from "./render-item-picture.ts";
import {
  buttonTo,
  element,
  head,
  itemsOf,
  join,
  list,
  prose,
  type RenderBlock,
  section,
  textOf,
} from "./render-parts.ts";

/** A place with its hours, and the end of a page. */
export const PLACE_RENDERERS: Record<"map" | "footer", RenderBlock> = {
  map(block, { at }) {
    const lines = linesOf(textOf(block, "address"));
    const place = [textOf(block, "name").trim(), ...lines].filter(Boolean).join(", ");
    const own = textOf(block, "href").trim();
    const href =
      own ||
      (lines.length
        ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.toWellFormed())}`
        : "");
    const hours = itemsOf(block).map(
      (item) =>
        `<div>${join(element("dt", "", textOf(item, "days"), at(item, "days")), element("dd", "", textOf(item, "hours"), at(item, "hours")))}</div>`,
    );
    const facts = join(
      element("h3", "", textOf(block, "name"), at(block, "name")),
      lines.length ? `<address${at(block, "address")}>${lines.map(escapeHtml).join("<br>")}</address>` : "",
      hours.length ? `<dl>\n${hours.join("\n")}\n</dl>` : "",
      href && buttonTo(textOf(block, "button"), href, "lp-button lp-quiet", at(block, "button")),
    );
    const picture = image(block, SIZES.wide) || '<span class="lp-streets" aria-hidden="true"></span>';
    return section(
      block,
      "map",
      join(
        head(block, at),
        `<div class="lp-place">\n<div class="lp-place-view">${picture}</div>\n<div class="lp-place-facts">\n${facts}\n</div>\n</div>`,
      ),
    );
  },
  footer(block, { at }) {
    const links = (name: string, className: string) =>
      list(
        className,
        itemsOf(block, name)
          .map((item) => linkTo(textOf(item, "label"), textOf(item, "href"), at(item, "label")))
          .filter(Boolean),
      );
    const who = join(
      element("p", 'class="lp-footer-name"', textOf(block, "name"), at(block, "name")),
      prose("lp-card-text", textOf(block, "text"), at(block, "text")),
    );
    const contact = linesOf(textOf(block, "contact"));
    const legal = join(
      element("p", "", textOf(block, "legal"), at(block, "legal")),
      links("legalItems", "lp-legal-links"),
    );
    return section(
      block,
      "footer",
      join(
        `<div class="lp-footer-top">\n${join(
          who && `<div class="lp-footer-who">\n${who}\n</div>`,
          links("items", "lp-footer-links"),
          contact.length ? `<address${at(block, "contact")}>${contact.map(contactLine).join("<br>")}</address>` : "",
        )}\n</div>`,
        legal && `<div class="lp-legal">\n${legal}\n</div>`,
      ),
    );
  },
};

/** A link, or nothing: a link without words or without a target helps no one. */
function linkTo(words: string, href: string, field: string): string {
  const target = safeAddress(href);
  return words.trim() && href.trim() && (target !== "#" || href.trim() === "#")
    ? `<a href="${escapeHtml(target)}"${field}>${escapeHtml(words)}</a>`
    : "";
}

/** A line that is an email address or a phone number as a link. */
function contactLine(line: string): string {
  const text = escapeHtml(line);
  if (/^[^\s@:/?]+@[^\s@:/?]+\.[^\s@:/?]+$/.test(line)) return `<a href="mailto:${text}">${text}</a>`;
  if (/^\+?[\d\s().-]{7,24}$/.test(line) && line.replace(/\D/g, "").length >= 7)
    return `<a href="tel:${line.replace(/[^\d+]/g, "")}">${text}</a>`;
  return text;
}
