import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { BLOCK_KINDS } from "../../../../domain/landing/block-kinds.ts";
import type { Block, BlockItem, BlockType } from "../../../../domain/landing/block-types.ts";
import { blocksToHtml, newBlock, placeAtEnd } from "../../../../domain/landing/blocks.ts";
import { withField } from "../../../../domain/landing/change-field.ts";
import { itemsOf } from "../../../../domain/landing/render-parts.ts";
import { withBlocks } from "../lib/landing-draft.ts";
import type { EditorState } from "./use-editor.ts";

/** The draft's blocks and their actions. Every action can be undone. */
export function useBlocks(editor: EditorState) {
  const { history, offerUndo, selected, select: setSelected } = editor;
  const { draft, change } = history;
  const [announcement, setAnnouncement] = useState("");
  // Keeps the blocks after an edit of the HTML, in case the user undoes the edit.
  const waiting = useRef<Block[] | null>(null);
  if (draft.blocks) waiting.current = draft.blocks;
  const parked = waiting.current && { blocks: waiting.current, html: blocksToHtml(waiting.current) };
  const list = draft.blocks ?? [];

  const put = (next: Block[], name = "") => change((present) => withBlocks(present, next), name);
  const placeOf = (id: string) => list.findIndex((block) => block.id === id);

  const itemsIn = (id: string, name: string) => {
    const block = list[placeOf(id)];
    const field = block && BLOCK_KINDS[block.type].fields.find((one) => one.name === name);
    return block && field?.kind === "items"
      ? { block, items: itemsOf(block, name), itemLabel: field.itemLabel }
      : { block: undefined, items: [], itemLabel: "" };
  };
  const withItems = (block: Block, name: string, items: BlockItem[]) =>
    list.map((other) => (other.id === block.id ? { ...block, [name]: items } : other));

  /** They stay the same, so that a list of blocks need not render for each letter. */
  const actions = useStableActions({
    select: (id: string | null) => setSelected(id),
    announce: (text: string) => setAnnouncement(text),
    add(type: BlockType, at: number) {
      // Handwritten HTML has no blocks, and one block must not replace it.
      if (!draft.blocks) return;
      const block = newBlock(type, crypto.randomUUID());
      put(list.toSpliced(at, 0, block));
      setSelected(block.id);
      setAnnouncement(`${BLOCK_KINDS[type].label} added, ${at + 1} of ${list.length + 1}`);
    },
    /** Edits of the same field in a row are one step, unless they are a step of their own. */
    edit(id: string, name: string, value: Block[string], isStep = false) {
      change(
        (present) =>
          withBlocks(
            present,
            (present.blocks ?? []).map((block) => (block.id === id ? withField(block, name, value) : block)),
          ),
        isStep ? "" : `block:${id}:${name}`,
      );
    },
    /** Puts another block in the place of one, as one step. */
    replace(block: Block, name: string) {
      change(
        (present) =>
          withBlocks(
            present,
            (present.blocks ?? []).map((other) => (other.id === block.id ? block : other)),
          ),
        name,
      );
    },
    moveItem(id: string, name: string, from: number, to: number) {
      const { block, items, itemLabel } = itemsIn(id, name);
      const item = items[from];
      if (!block || !item || !items[to]) return;
      put(withItems(block, name, items.toSpliced(from, 1).toSpliced(to, 0, item)));
      setAnnouncement(`${capitalized(itemLabel)} ${from + 1} moved to ${to + 1} of ${items.length}`);
    },
    removeItem(id: string, name: string, place: number) {
      const { block, items, itemLabel } = itemsIn(id, name);
      const item = items[place];
      if (!block || !item) return;
      put(withItems(block, name, items.toSpliced(place, 1)));
      const removed = `${capitalized(itemLabel)} ${place + 1} removed`;
      setAnnouncement(removed);
      offerUndo({
        text: removed,
        undo: () => actions.putItem(id, name, place, item),
        isBack: (blocks) => blocks.some((other) => other.id === id && itemsOf(other, name).includes(item)),
      });
    },
    putItem(id: string, name: string, place: number, item: BlockItem) {
      const put = (block: Block) => ({ ...block, [name]: itemsOf(block, name).toSpliced(place, 0, item) });
      change(
        (present) =>
          withBlocks(
            present,
            (present.blocks ?? []).map((block) => (block.id === id ? put(block) : block)),
          ),
        "",
      );
    },
    move(id: string, to: number) {
      const from = placeOf(id);
      const block = list[from];
      if (!block || to < 0 || to >= list.length || to === from) return;
      put(list.toSpliced(from, 1).toSpliced(to, 0, block));
      setAnnouncement(`${blockTitle(block)} moved to ${to + 1} of ${list.length}`);
    },
    duplicate(id: string) {
      const place = placeOf(id);
      const block = list[place];
      if (!block) return;
      const copy: Block = { ...structuredClone(block), id: crypto.randomUUID() };
      put(list.toSpliced(place + 1, 0, copy));
      setSelected(copy.id);
      setAnnouncement(`${blockTitle(block)} duplicated`);
    },
    remove(id: string) {
      const place = placeOf(id);
      const block = list[place];
      if (!block) return;
      put(list.filter((other) => other.id !== id));
      if (selected === id) setSelected(null);
      setAnnouncement(`${blockTitle(block)} deleted`);
      offerUndo({
        text: `${blockTitle(block)} deleted`,
        undo: () => actions.putBlock(block, place),
        isBack: (blocks) => blocks.some((other) => other.id === id),
      });
    },
    putBlock(block: Block, place: number) {
      change((present) => withBlocks(present, (present.blocks ?? []).toSpliced(place, 0, block)), "");
    },
  });
  const isThere = list.some(({ id }) => id === selected);
  const endPlace = placeAtEnd(list);
  return {
    list,
    /** The id of the block whose fields are shown. */
    selected: isThere ? selected : null,
    /** The end of the page, above the footer. */
    endPlace,
    /** New blocks follow the selected one. Without one, they are the last. */
    nextPlace: isThere ? Math.min(placeOf(selected ?? "") + 1, endPlace) : endPlace,
    /** Describes the last action to screen readers. */
    announcement,
    parked,
    actions,
  };
}

/** Functions that stay the same and call the latest ones. */
function useStableActions<Actions extends Record<string, (...given: never[]) => void>>(latest: Actions): Actions {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(current.current).map((name) => [name, (...given: never[]) => current.current[name]?.(...given)]),
      ) as Actions,
    [],
  );
}

export type Blocks = ReturnType<typeof useBlocks>;
export type BlockActions = Blocks["actions"];

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** 'Hero' */
export function blockTitle(block: Block): string {
  return BLOCK_KINDS[block.type].label;
}
