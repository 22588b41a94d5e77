import { useState } from "react";
import { SearchField } from "~/shared/search-field.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "~/ui/dialog.tsx";
import { BLOCK_KINDS, BLOCK_TYPES } from "../../../../domain/landing/block-kinds.ts";
import type { BlockType } from "../../../../domain/landing/block-types.ts";
import { BlockSketch } from "./block-sketch.tsx";

type Props = { open: boolean; onClose: () => void; onAdd: (type: BlockType) => void };

/** All kinds of blocks, each with a picture. */
export function BlockLibrary({ open, onClose, onAdd }: Props) {
  const [text, setText] = useState("");
  const words = text.trim().toLowerCase();
  const found = BLOCK_TYPES.filter((type) => {
    const { label, about } = BLOCK_KINDS[type];
    return `${label} ${about}`.toLowerCase().includes(words);
  });
  const close = () => {
    setText("");
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      <DialogContent className="max-w-[760px]">
        <DialogTitle>Add a block</DialogTitle>
        <DialogDescription>It starts with example content, which you can change on the page.</DialogDescription>
        <SearchField label="Search blocks" value={text} onChange={setText} />
        <ul
          aria-label="Block types"
          className="grid max-h-[60dvh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3 lg:grid-cols-4"
        >
          {found.map((type) => (
            <li key={type} className="grid">
              <button
                type="button"
                onClick={() => {
                  close();
                  onAdd(type);
                }}
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
        {found.length === 0 && <p className="text-13 text-ink-3">No matching blocks</p>}
      </DialogContent>
    </Dialog>
  );
}
