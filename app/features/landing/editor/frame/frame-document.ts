import { BLOCK_KINDS } from "../../../../../domain/landing/block-kinds.ts";
import type { Block } from "../../../../../domain/landing/block-types.ts";
import { renderBlocks } from "../../../../../domain/landing/blocks.ts";
import { textFields } from "../../../../../domain/landing/editor/frame-messages.ts";
import { writeMarks } from "../../../../../domain/landing/editor/write-marks.ts";
import { scanContent } from "../../../../../domain/landing/scan-content.ts";
import { wireForms } from "../../../../../domain/landing/wire-forms.ts";
import type { LoadedBrand } from "../../lib/brand.ts";
import type { LandingDraft } from "../../lib/landing-draft.ts";
import { renderDraft } from "../../lib/render-draft.ts";
import { dragBlocks } from "./drag-blocks.ts";
import { makeFrameBlocks } from "./frame-blocks.ts";
import { makeFrameItems } from "./frame-items.ts";
import { makeFrameKeys } from "./frame-keys.ts";
import type { FrameConfig } from "./frame-state.ts";
import { makeOverlay } from "./overlay.ts";
import { listenToPage } from "./page-events.ts";
import { revealBlock } from "./reveal-block.ts";
import { runFrame } from "./run-frame.ts";
import { makeSentView } from "./sent-view.ts";
import { makeTextEditing } from "./text-editing.ts";
import { makeTextTools } from "./text-tools.ts";

/** HTML comments mark the blocks, because they do not change the layout. */
const PREFIX = "landing-block:";
const END = "end-of-blocks";

const KINDS = Object.entries(BLOCK_KINDS);
const NAMES = Object.fromEntries(KINDS.map(([type, { label }]) => [type, label]));
const ALIGNED = KINDS.filter(([, { fields }]) => fields.some(({ name }) => name === "align")).map(([type]) => type);
const ITEMS = Object.fromEntries(
  KINDS.map(([type, { fields }]) => [
    type,
    Object.fromEntries(fields.flatMap((field) => (field.kind === "items" ? [[field.name, field.itemLabel]] : []))),
  ]),
);

type Options = { scroll: number | null; selected: string | null; colors: FrameConfig["colors"] };

/** The rendered draft with the script that makes it editable. Blocks that are HTML as a whole page has are only shown. */
export function editableDocument(draft: LandingDraft, { scroll, selected, colors }: Options): string {
  const content = draft.blocks ? markBlocks(draft.blocks) : draft.content;
  const config: FrameConfig = {
    prefix: PREFIX,
    end: END,
    scroll: scroll === null ? null : Math.max(0, Math.round(scroll)),
    selected,
    names: NAMES,
    fields: textFields(),
    aligned: ALIGNED,
    items: ITEMS,
    colors,
  };
  return withScript(renderDraft({ ...draft, content }, { isEdited: true }), frameScript(config));
}

/** The sources of the frame's functions. Each refers to nothing outside itself, so the parts are given to the first one. */
const frameScript = (config: FrameConfig) =>
  `{const config=${JSON.stringify(config)},blocks=(${makeFrameBlocks})(config);(${runFrame})(config,blocks,{${[
    `items:(${makeFrameItems})(blocks)`,
    `showSent:(${makeSentView})(blocks)`,
    `tools:(${makeTextTools})(${writeMarks})`,
    `makeOverlay:${makeOverlay}`,
    `makeTextEditing:${makeTextEditing}`,
    `makeFrameKeys:${makeFrameKeys}`,
    `dragBlocks:${dragBlocks}`,
    `listenToPage:${listenToPage}`,
    `revealBlock:${revealBlock}`,
  ].join()}})}`;

/** The rendered draft as visitors see it. Links do nothing, because they would leave it. */
export function shownDocument(draft: LandingDraft, scroll: number, brand?: LoadedBrand): string {
  return withScript(renderDraft(draft, { brand }), `(${showFrame})(${Math.max(0, Math.round(scroll))})`);
}

function showFrame(scroll: number): void {
  const tell = (message: object) => parent.postMessage(message, "*");
  const stay = () => scrollTo({ top: scroll, behavior: "instant" });
  stay();
  addEventListener("load", stay, { once: true });
  addEventListener("scroll", () => tell({ landingFrame: "scroll", top: scrollY }), { passive: true });
  addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
    },
    true,
  );
  tell({ landingFrame: "drawn" });
}

function withScript(page: string, script: string): string {
  const end = page.lastIndexOf("</body>");
  const safe = script.replace(/<(?=[/!]|script)/gi, "\\x3c");
  return `${page.slice(0, end)}<script>${safe}</script>${page.slice(end)}`;
}

/** The HTML of each block, with the fields that its elements show. Forms send nothing. */
export function blockHtml(blocks: readonly Block[]): string[] {
  const target = { action: "#", pageId: "", version: 0 };
  return renderBlocks(blocks, { mark: true }).map((html) =>
    html.includes("data-lead-form") ? wireForms(html, scanContent(html).forms, target) : html,
  );
}

function markBlocks(blocks: readonly Block[]): string {
  const drawn = renderBlocks(blocks, { mark: true });
  const marked = blocks.map(({ id, type }, place) => `<!--${PREFIX}${frameId(id)}:${type}-->${drawn[place]}`);
  return [...marked, `<!--${PREFIX}${END}-->`].join("\n");
}

/** A block's id as the frame knows it. Stored ids may have other signs. */
export const frameId = (id: string): string => id.replace(/[^\w-]/g, "").slice(0, 100);

/** Whether only the blocks changed, so that the frame need not load again. */
export function isPatchable(before: LandingDraft, after: LandingDraft): boolean {
  if (!before.blocks || !after.blocks) return false;
  const same = (["title", "description", "hide_title", "theme", "custom_css", "custom_js"] as const).every(
    (name) => before[name] === after[name],
  );
  // Handwritten HTML may hold scripts and open elements, which only a new document draws as visitors see them.
  return same && htmlOf(before.blocks) === htmlOf(after.blocks) && hasHeading(before) === hasHeading(after);
}

const htmlOf = (blocks: readonly Block[]) =>
  JSON.stringify(blocks.filter(({ type }) => type === "html").map(({ id, html }) => [id, html]));
/** Without one, the page shows its title above the content. */
const hasHeading = ({ blocks, hide_title }: LandingDraft) => hide_title && blocks?.[0]?.type === "hero";
