import { Plus, Settings2 } from "lucide-react";
import { useEffect, useReducer, useRef } from "react";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { KeyText } from "~/ui/key-caps.tsx";
import { OutlineBlock } from "./outline-block.tsx";
import type { Blocks } from "./use-blocks.ts";
import type { EditorState } from "./use-editor.ts";

type Props = {
  editor: EditorState;
  blocks: Blocks;
  onAdd: (place: number) => void;
  /** Starts to edit a block in place. */
  onEdit: (id: string) => void;
  onPage: () => void;
  isPageShown: boolean;
  onCode: () => void;
};

/** The blocks of the page in their order. */
export function Outline({ editor, blocks, onAdd, onEdit, onPage, isPageShown, onCode }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [wanted, focusAt] = useReducer((_: { place: number } | null, place: number) => ({ place }), null);
  // After the blocks are in their new order.
  useEffect(() => {
    if (wanted) list.current?.querySelectorAll<HTMLElement>("[data-block-head]")[wanted.place]?.focus();
  }, [wanted]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-1 p-2 pb-1">
        <button
          type="button"
          aria-pressed={isPageShown}
          onClick={onPage}
          className={cn(
            "flex h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-ctl px-2 font-medium text-13 text-ink-2 hover:bg-hover hover:text-ink touch:h-11 phone:h-11",
            isPageShown && "bg-hover text-ink",
          )}
        >
          <Settings2 aria-hidden="true" className="size-4 shrink-0" />
          Page settings
        </button>
      </div>
      {editor.history.draft.blocks ? (
        <>
          <div className="flex shrink-0 items-center justify-between px-4 pt-2">
            <h2 className="font-medium text-ink-3 text-xs">Blocks</h2>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Add block"
              title="Add block"
              onClick={() => onAdd(blocks.nextPlace)}
            >
              <Plus aria-hidden="true" />
            </Button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2">
            {blocks.list.length === 0 && (
              <p className="px-2 pb-3 text-13 text-ink-2">
                No blocks yet. Add a hero first: the headline at the top of the page.
              </p>
            )}
            <ol ref={list} aria-label="Blocks" className="grid grid-cols-[minmax(0,1fr)] gap-px empty:hidden">
              {blocks.list.map((block, place) => (
                <OutlineBlock
                  key={block.id}
                  block={block}
                  place={place}
                  count={blocks.list.length}
                  isSelected={blocks.selected === block.id}
                  actions={blocks.actions}
                  onEdit={onEdit}
                  onFocusAt={focusAt}
                />
              ))}
            </ol>
            <Button
              size="sm"
              icon={<Plus aria-hidden="true" />}
              className="mt-2 w-full"
              onClick={() => onAdd(blocks.endPlace)}
            >
              Add a block at the end
            </Button>
          </div>
          <p className="shrink-0 border-line border-t px-4 py-2.5 text-ink-3 text-xs max-lg:hidden">
            Enter edits the text, <KeyText keys="alt+ArrowUp" /> <KeyText keys="alt+ArrowDown" /> move,{" "}
            <KeyText keys="mod+d" /> duplicates, Delete removes.
          </p>
        </>
      ) : (
        <HtmlPage editor={editor} blocks={blocks} onCode={onCode} />
      )}
    </div>
  );
}

function HtmlPage({ editor, blocks, onCode }: Pick<Props, "editor" | "blocks" | "onCode">) {
  return (
    <div className="grid gap-3 p-4">
      <h2 className="font-medium text-13">This page is HTML</h2>
      <p className="text-13 text-ink-2">
        {blocks.parked
          ? "Its HTML was edited by hand, so it no longer matches the blocks. Undo to restore them."
          : "Handwritten HTML can't be turned into blocks. To use blocks, create a new page."}
      </p>
      {blocks.parked && editor.history.canUndo && <Button onClick={editor.history.undo}>Undo the last change</Button>}
      <Button onClick={onCode}>Edit the HTML</Button>
    </div>
  );
}
