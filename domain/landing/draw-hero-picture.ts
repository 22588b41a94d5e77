import type { Block, BlockItem } from "./block-types.ts";
import { escapeHtml, safeAddress } from "./markup.ts";

const said = (from: Block | BlockItem, name: string) => (typeof from[name] === "string" ? escapeHtml(from[name]) : "");

/** What stands beside the promise: a thread of messages or a small report, drawn from its lines, or an image. */
export function drawHeroPicture(block: Block): string {
  if (block.picture === "image") return drawImage(block);
  if (block.picture !== "messages" && block.picture !== "figures") return "";
  const lines = Array.isArray(block.lines) ? block.lines : [];
  const caption = said(block, "caption");
  const title = caption && `<figcaption>${caption}</figcaption>\n`;
  if (block.picture === "messages")
    return `<figure class="lp-thread">\n${title}<ul>\n${lines
      .map(
        (line) =>
          `<li${line.ours === true ? ' class="lp-ours"' : ""}><p>${said(line, "text")}</p>${said(line, "detail") && `<small>${said(line, "detail")}</small>`}</li>`,
      )
      .join("\n")}\n</ul>\n</figure>`;
  return `<figure class="lp-report">\n${title}<dl>\n${lines
    .map((line) => `<div><dt>${said(line, "text")}</dt><dd>${said(line, "detail")}</dd></div>`)
    .join("\n")}\n</dl>\n</figure>`;
}

function drawImage(block: Block): string {
  const address = safeAddress(typeof block.image === "string" ? block.image : "");
  // Without a size of its own the theme keeps its place, so that nothing shifts when it arrives.
  return /^(https?:|\/)/i.test(address)
    ? `<figure class="lp-image"><img src="${escapeHtml(address)}" alt="${said(block, "alt")}" decoding="async"></figure>`
    : "";
}
