import { useMemo } from "react";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { StartingPage } from "../lib/create-from-template.ts";
import { renderDraft } from "../lib/render-draft.ts";

const WIDTH = 1120;
const SHOWN = 220;

/** A small picture of a page that does not exist yet: rendered, scaled down and without scripts. */
export function PageSketch({ page }: { page: StartingPage }) {
  const document = useMemo(
    () =>
      // The sandbox would block scripts and log an error for each one.
      renderDraft({
        ...page,
        slug: "imported",
        hide_title: true,
        content: blocksToHtml(page.blocks),
        blocks: null,
        custom_css: "",
        custom_js: "",
      }).replace(/<script\b[\s\S]*?<\/script>/gi, ""),
    [page],
  );
  return (
    <span aria-hidden="true" className="block h-72 overflow-clip rounded-card border border-line bg-sunken">
      <iframe
        title="The imported page"
        tabIndex={-1}
        sandbox=""
        srcDoc={document}
        style={{ width: WIDTH, height: 288 / (SHOWN / WIDTH), scale: String(SHOWN / WIDTH) }}
        className="pointer-events-none max-w-none origin-top-left"
      />
    </span>
  );
}
