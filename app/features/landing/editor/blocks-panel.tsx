import { Plus } from "lucide-react";
import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { KeyText } from "~/ui/key-caps.tsx";
import { AddBlock } from "./add-block.tsx";
import { BlockCard } from "./block-card.tsx";
import type { Blocks } from "./use-blocks.ts";
import type { EditorState } from "./use-editor.ts";

type Props = { editor: EditorState; blocks: Blocks; onCode: () => void };

export function BlocksPanel({ editor, blocks, onCode }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const drag = useDragOrder(list, blocks.move);
  if (!editor.history.draft.blocks)
    return (
      <Card>
        <EmptyState
          title="This page is HTML"
          text={
            blocks.parked
              ? "Its HTML was edited by hand, so it no longer matches the blocks. Undo to restore them."
              : "Handwritten HTML can't be turned into blocks. To use blocks, create a new page."
          }
        >
          {blocks.parked && editor.history.canUndo && (
            <Button onClick={editor.history.undo}>Undo the last change</Button>
          )}
          <Button onClick={onCode}>Edit the HTML</Button>
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status" className="sr-only">
        {blocks.announcement}
      </p>
      {blocks.list.length === 0 && (
        <Card>
          <EmptyState
            title="No blocks yet"
            text="Build the page from blocks, from the headline at the top to the form at the bottom. Most pages start with a hero."
          />
        </Card>
      )}
      <ol ref={list} aria-label="Blocks" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {blocks.list.map((block, place) => (
          <BlockCard
            key={block.id}
            block={block}
            index={place}
            blocks={blocks}
            dragged={drag.dragged === block.id}
            dropIndicator={drag.dropIndicatorAt(place, blocks.list.length)}
            onDragStart={(event) => drag.grab(event, block.id)}
          />
        ))}
      </ol>
      <AddBlock
        label="Add block"
        onAdd={(type) => blocks.add(type, blocks.list.length)}
        trigger={
          <Button icon={<Plus aria-hidden="true" />} className="w-full">
            Add block
          </Button>
        }
      />
      <p className="text-ink-3 text-xs phone:hidden">
        With a block selected: Enter opens it, <KeyText keys="alt+ArrowUp" /> and <KeyText keys="alt+ArrowDown" /> move
        it, <KeyText keys="mod+d" /> duplicates it, Delete removes it. <KeyText keys="mod+z" /> undoes a change.
      </p>
    </div>
  );
}

type Drag = { id: string; from: number; to: number };

/** Drags cards of a list by their handles, with mouse or touch. `to` is the index of the gap where the card would land. */
function useDragOrder(list: RefObject<HTMLOListElement | null>, onMove: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const gapAt = (y: number): number => {
    const cards = [...(list.current?.children ?? [])];
    const next = cards.findIndex((card) => {
      const { top, height } = card.getBoundingClientRect();
      return y < top + height / 2;
    });
    return next === -1 ? cards.length : next;
  };

  const grab = (event: ReactPointerEvent<HTMLElement>, id: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const from = [...(list.current?.children ?? [])].findIndex((card) => card.contains(handle));
    let now: Drag = { id, from, to: from };
    handle.setPointerCapture(event.pointerId);
    setDrag(now);
    const move = ({ clientY }: PointerEvent) => {
      now = { ...now, to: gapAt(clientY) };
      setDrag(now);
      if (clientY < 120) scrollBy(0, -12);
      else if (clientY > innerHeight - 80) scrollBy(0, 12);
    };
    const stop = (pickUp: boolean) => () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", drop);
      handle.removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", onKeyDown);
      setDrag(null);
      if (pickUp) onMove(id, now.to > now.from ? now.to - 1 : now.to);
    };
    const drop = stop(true);
    const cancel = stop(false);
    const onKeyDown = (key: KeyboardEvent) => key.key === "Escape" && cancel();
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", drop);
    handle.addEventListener("pointercancel", cancel);
    addEventListener("keydown", onKeyDown);
  };

  return {
    dragged: drag?.id ?? null,
    /** The position of the drop line at a card. Null where a drop would change nothing. */
    dropIndicatorAt(place: number, count: number): "above" | "below" | null {
      if (!drag || drag.to === drag.from || drag.to === drag.from + 1) return null;
      if (drag.to === place) return "above";
      return drag.to === count && place === count - 1 ? "below" : null;
    },
    grab,
  };
}
