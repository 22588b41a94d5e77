import type { Block, BlockItem } from "./block-types.ts";
import { escapeHtml, safeAddress } from "./markup.ts";

const textOf = (from: Block | BlockItem, name: string) =>
  typeof from[name] === "string" ? escapeHtml(from[name]) : "";

/** The illustration beside the hero's text: a chat or a small report, drawn from its lines, or an image. */
export function renderHeroImage(block: Block): string {
  if (block.picture === "image") return renderImage(block);
  if (block.picture !== "messages" && block.picture !== "figures") return "";
  const lines = Array.isArray(block.lines) ? block.lines : [];
  const caption = textOf(block, "caption");
  const title = caption && `<figcaption>${caption}</figcaption>\n`;
  if (block.picture === "messages")
    return `<figure class="lp-thread">\n${title}<ul>\n${lines
      .map(
        (line) =>
          `<li${line.ours === true ? ' class="lp-ours"' : ""}><p>${textOf(line, "text")}</p>${textOf(line, "detail") && `<small>${textOf(line, "detail")}</small>`}</li>`,
      )
      .join("\n")}\n</ul>\n</figure>`;
  return `<figure class="lp-report">\n${title}<dl>\n${lines
    .map((line) => `<div><dt>${textOf(line, "text")}</dt><dd>${textOf(line, "detail")}</dd></div>`)
    .join("\n")}\n</dl>\n</figure>`;
}

function renderImage(block: Block): string {
  const address = safeAddress(typeof block.image === "string" ? block.image : "");
  // The theme reserves space for an image without a size, so that nothing shifts when it loads.
  return /^(https?:|\/)/i.test(address)
    ? `<figure class="lp-image"><img src="${escapeHtml(address)}" alt="${textOf(block, "alt")}" decoding="async"></figure>`
    : "";
}
