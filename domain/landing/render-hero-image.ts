import type { Block, BlockItem } from "./block-types.ts";
import { escapeHtml } from "./markup.ts";
import { readPicture, renderPicture } from "./picture.ts";
import { itemsOf } from "./render-parts.ts";

const textOf = (from: Block | BlockItem, name: string) =>
  typeof from[name] === "string" ? escapeHtml(from[name]) : "";

const SIZES = "(min-width: 75rem) 27rem, (min-width: 56rem) 40vw, 92vw";
const STAGE = "(min-width: 75rem) 65rem, 92vw";

const hasWords = (line: BlockItem) => `${textOf(line, "text")}${textOf(line, "detail")}`.trim() !== "";
/** Whether a hero draws a chat or a report from its lines. */
export const isIllustrated = ({ picture }: Block): boolean => picture === "messages" || picture === "figures";
/** Whether a hero has an illustration without words, which visitors don't see. */
export const lacksLines = (block: Block): boolean => isIllustrated(block) && !itemsOf(block, "lines").some(hasWords);

/** The illustration beside the hero's text: a chat or a small report, drawn from its lines, or a picture. */
export function renderHeroImage(block: Block, isLead: boolean): string {
  if (block.picture === "image") return renderImage(block, isLead);
  if (!isIllustrated(block) || lacksLines(block)) return "";
  const lines = itemsOf(block, "lines");
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

function renderImage(block: Block, isLead: boolean): string {
  const picture = readPicture(block.image);
  const image = picture && renderPicture(picture, { sizes: block.variant === "stage" ? STAGE : SIZES, isLead });
  return image ? `<figure class="lp-image">${image}</figure>` : "";
}
