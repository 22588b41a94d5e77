import { type KeyboardEvent, useRef, useState } from "react";
import { SearchField } from "~/shared/search-field.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { BlockType } from "../../../../domain/landing/block-types.ts";
import { findBlocks } from "../../../../domain/landing/find-blocks.ts";
import { BlockSketch } from "./block-sketch.tsx";

type Props = {
  open: boolean;
  onClose: () => void;
  onAdd: (type: BlockType) => void;
  /** The library has closed after a block was added. Returns whether the focus went to the block. */
  onAdded: () => boolean;
};

/** All kinds of blocks, each with a picture. */
export function BlockLibrary({ open, onClose, onAdd, onAdded }: Props) {
  const [text, setText] = useState("");
  const hasAdded = useRef(false);
  const found = findBlocks(text);
  // Enter adds the first one.
  const isSearch = text.trim() !== "";
  const close = () => {
    setText("");
    onClose();
  };
  const add = (type: BlockType) => {
    close();
    hasAdded.current = true;
    onAdd(type);
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      <DialogContent
        className="max-w-[760px]"
        onCloseAutoFocus={(event) => {
          if (hasAdded.current && onAdded()) event.preventDefault();
          hasAdded.current = false;
        }}
      >
        <DialogTitle>Add a block</DialogTitle>
        <DialogDescription>It starts with example content, which you can change on the page.</DialogDescription>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isSearch && found[0]) add(found[0]);
          }}
          onKeyDown={walkTiles}
        >
          <SearchField label="Search blocks" value={text} onChange={setText} />
        </form>
        <ul
          aria-label="Block types"
          onKeyDown={walkTiles}
          className="grid max-h-[60dvh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3 lg:grid-cols-4"
        >
          {found.map((type) => (
            <li key={type} className="grid">
              <button
                type="button"
                onClick={() => add(type)}
                data-tile=""
                className="group grid cursor-pointer content-start gap-2 rounded-card border border-line bg-surface p-2 pb-3 text-left hover:border-line-strong hover:bg-hover"
              >
                <BlockSketch type={type} className="w-full" />
                <span className="grid gap-0.5 px-1">
                  <span className="font-medium text-13">{BLOCK_KINDS[type].label}</span>
                  <span className="text-ink-3 text-xs">{BLOCK_KINDS[type].about}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {isSearch && found[0] && (
          <p className="text-ink-3 text-xs phone:hidden">Enter adds {BLOCK_KINDS[found[0]].label}.</p>
        )}
        {found.length === 0 && <p className="text-13 text-ink-3">No matching blocks</p>}
      </DialogContent>
    </Dialog>
  );
}

/** Arrow keys walk the tiles as a reader sees them. Arrow down enters them from the search, arrow up in the first row returns. */
function walkTiles(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget.closest("[role=dialog]");
  const tiles = [...(dialog?.querySelectorAll<HTMLElement>("[data-tile]") ?? [])];
  const search = dialog?.querySelector("input");
  const at = tiles.indexOf(document.activeElement as HTMLElement);
  const columns = tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length;
  const step = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || (at < 0 && event.key !== "ArrowDown")) return;
  event.preventDefault();
  if (at < 0) tiles[0]?.focus();
  else if (at + step < 0 && event.key === "ArrowUp") search?.focus();
  else tiles[at + step]?.focus();
}
