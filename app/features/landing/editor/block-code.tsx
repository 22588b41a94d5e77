import { Banner } from "~/ui/banner.tsx";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { renderBlocks } from "../../../../domain/landing/blocks.ts";
import { CodeEditor } from "./code-editor.tsx";
import type { Blocks } from "./use-blocks.ts";

/** The HTML of one block. An edit turns the block into an HTML block. Undo restores it. */
export function BlockCode({ block, blocks }: { block: Block; blocks: Blocks }) {
  const isHtml = block.type === "html";
  const place = blocks.list.findIndex(({ id }) => id === block.id);
  const html = isHtml ? String(block.html ?? "") : (renderBlocks(blocks.list)[place] ?? "");
  return (
    <div className="grid min-w-0 gap-3">
      {!isHtml && (
        <Banner tone="info" title="This HTML comes from the block">
          If you edit it, the block becomes an HTML block and loses its fields. Undo restores it.
        </Banner>
      )}
      <CodeEditor
        label="Block HTML"
        language="html"
        value={html}
        onChange={(text) =>
          text !== html && blocks.actions.replace({ id: block.id, type: "html", html: text }, `block:${block.id}:html`)
        }
      />
    </div>
  );
}
