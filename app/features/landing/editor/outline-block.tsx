import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { ArrowDown, ArrowUp, Copy, Ellipsis, PenLine, Trash2 } from "lucide-react";
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { KeyText } from "~/ui/key-caps.tsx";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { blockExcerpt } from "./block-excerpt.ts";
import { BlockSketch } from "./block-sketch.tsx";
import { type BlockActions, blockTitle } from "./use-blocks.ts";

type Props = {
  block: Block;
  place: number;
  count: number;
  isSelected: boolean;
  actions: BlockActions;
  onEdit: (id: string) => void;
  /** Focuses the block at a place, after the list changed. */
  onFocusAt: (place: number) => void;
};

/** Memoized, because a change of one block must not render all others. */
export const OutlineBlock = memo(function OutlineBlock(props: Props) {
  const { block, place, count, isSelected, actions, onFocusAt } = props;
  const item = useRef<HTMLLIElement>(null);
  const onEdit = () => props.onEdit(block.id);
  const { edge, isDragged } = useDragOrder(item, block.id, place, actions.move);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);

  const onRemove = () => {
    actions.remove(block.id);
    onFocusAt(Math.min(place, count - 2));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    const last = count - 1;
    if (event.altKey && event.key === "ArrowUp") {
      actions.move(block.id, place - 1);
      onFocusAt(Math.max(0, place - 1));
    } else if (event.altKey && event.key === "ArrowDown") {
      actions.move(block.id, place + 1);
      onFocusAt(Math.min(last, place + 1));
    } else if (command && event.key.toLowerCase() === "d") {
      actions.duplicate(block.id);
      onFocusAt(place + 1);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      onRemove();
    } else if (event.key === "ArrowDown") onFocusAt(Math.min(last, place + 1));
    else if (event.key === "ArrowUp") onFocusAt(Math.max(0, place - 1));
    else if (event.key === "Home") onFocusAt(0);
    else if (event.key === "End") onFocusAt(last);
    else if (event.key === "Enter") {
      actions.select(block.id);
      onEdit();
    } else return;
    event.preventDefault();
  };

  return (
    <li
      ref={item}
      className={cn(
        "relative flex items-center rounded-ctl pr-1 hover:bg-hover",
        isSelected && "bg-accent-tint hover:bg-accent-tint",
        isDragged && "opacity-40",
        edge &&
          "after:absolute after:inset-x-1 after:z-1 after:h-[3px] after:rounded-full after:bg-accent after:content-['']",
        edge === "top" && "after:-top-[2px]",
        edge === "bottom" && "after:-bottom-[2px]",
      )}
    >
      <button
        type="button"
        data-block-head=""
        aria-current={isSelected || undefined}
        onClick={() => actions.select(block.id)}
        onDoubleClick={onEdit}
        onKeyDown={onKeyDown}
        className="flex min-h-13 min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded-ctl p-1.5 text-left"
      >
        <BlockSketch type={block.type} className="w-14 shrink-0" />
        <span className="grid min-w-0 gap-0.5">
          <span className="truncate font-medium text-13">{blockTitle(block)}</span>
          <span className="truncate text-ink-3 text-xs">
            {blockExcerpt(block) || (block.type === "form" ? "Form" : "Empty")}
          </span>
        </span>
      </button>
      <BlockMenu block={block} place={place} count={count} actions={actions} onEdit={onEdit} onRemove={onRemove} />
    </li>
  );
});

/** Drags a block between others. A line shows where it would land. */
function useDragOrder(
  element: RefObject<HTMLElement | null>,
  id: string,
  place: number,
  move: (id: string, to: number) => void,
) {
  const [edge, setEdge] = useState<"top" | "bottom" | null>(null);
  const [isDragged, setDragged] = useState(false);
  const latest = useRef({ id, place });
  useEffect(() => {
    latest.current = { id, place };
  });
  const onDrop = useEventCallback((source: { block: string; place: number }, at: "top" | "bottom") => {
    const gap = at === "top" ? place : place + 1;
    move(source.block, gap > source.place ? gap - 1 : gap);
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const edgeAt = ({ clientY }: { clientY: number }) => {
      const { top, height } = target.getBoundingClientRect();
      return clientY < top + height / 2 ? "top" : "bottom";
    };
    const stopTarget = dropTargetForElements({
      element: target,
      canDrop: ({ source }) => typeof source.data.block === "string" && source.data.block !== id,
      onDrag: ({ location }) => setEdge(edgeAt(location.current.input)),
      onDragLeave: () => setEdge(null),
      onDrop: ({ source, location }) => {
        setEdge(null);
        onDrop(source.data as { block: string; place: number }, edgeAt(location.current.input));
      },
    });
    const stopSource = draggable({
      element: target,
      getInitialData: () => ({ block: latest.current.id, place: latest.current.place }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
    return () => {
      stopTarget();
      stopSource();
    };
  }, [element, id, onDrop]);
  return { edge, isDragged };
}

type BlockMenuProps = Pick<Props, "block" | "place" | "count" | "actions"> & {
  onEdit: () => void;
  onRemove: () => void;
};

function BlockMenu({ block, place, count, actions, onEdit, onRemove }: BlockMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${blockTitle(block)}, block ${place + 1}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onEdit}>
          <PenLine aria-hidden="true" />
          Edit on the page
          <DropdownMenuShortcut>Enter</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem disabled={place === 0} onSelect={() => actions.move(block.id, place - 1)}>
          <ArrowUp aria-hidden="true" />
          Move up
          <DropdownMenuShortcut>
            <KeyText keys="alt+ArrowUp" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem disabled={place === count - 1} onSelect={() => actions.move(block.id, place + 1)}>
          <ArrowDown aria-hidden="true" />
          Move down
          <DropdownMenuShortcut>
            <KeyText keys="alt+ArrowDown" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => actions.duplicate(block.id)}>
          <Copy aria-hidden="true" />
          Duplicate
          <DropdownMenuShortcut>
            <KeyText keys="mod+d" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem variant="danger" onSelect={onRemove}>
          <Trash2 aria-hidden="true" />
          Delete
          <DropdownMenuShortcut>Del</DropdownMenuShortcut>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
