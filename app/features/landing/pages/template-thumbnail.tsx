import { useMemo } from "react";
import { blocksToHtml } from "../../../../domain/landing/blocks.ts";
import type { Template } from "../../../../domain/landing/template.ts";
import { renderDraft } from "../lib/render-draft.ts";

/** The page itself, small: drawn by the renderer that serves it, without its scripts. */
export function TemplateThumbnail({ template }: { template: Template }) {
  const page = useMemo(
    () =>
      renderDraft({
        slug: template.id,
        title: template.title,
        description: template.description,
        hide_title: true,
        content: blocksToHtml(template.blocks),
        blocks: null,
        theme: template.theme,
        custom_css: "",
        custom_js: "",
      }),
    [template],
  );
  return (
    <span className="block size-full overflow-clip">
      <iframe
        title={`The template ${template.name}`}
        tabIndex={-1}
        sandbox=""
        srcDoc={withoutScripts(page)}
        className="pointer-events-none h-[760px] w-[1120px] origin-top-left scale-[.19]"
      />
    </span>
  );
}

/** They would not run in this frame, and the browser would complain of each. */
function withoutScripts(page: string): string {
  return page.replace(/<script\b[\s\S]*?<\/script>/gi, "");
}
