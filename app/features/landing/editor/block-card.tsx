import { ArrowDown, ArrowUp, ChevronDown, Copy, Ellipsis, GripVertical, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
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
import { AddBlock, BlockIcon } from "./add-block.tsx";
import { BlockForm } from "./block-form.tsx";
import { type Blocks, blockExcerpt, blockTitle } from "./use-blocks.ts";

type Props = {
  block: Block;
  index: number;
  blocks: Blocks;
  dragged: boolean;
  dropIndicator: "above" | "below" | null;
  onDragStart: (event: PointerEvent<HTMLElement>) => void;
};

export function BlockCard({ block, index, blocks, dragged, dropIndicator, onDragStart }: Props) {
  const card = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  const { list, open, setOpen } = blocks;
  const isOpen = open === block.id;
  const formId = `block-${block.id}`;
  useScrollWhenOpened(isOpen, card);

  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    if (event.altKey && event.key === "ArrowUp") blocks.move(block.id, index - 1);
    else if (event.altKey && event.key === "ArrowDown") blocks.move(block.id, index + 1);
    else if (command && event.key.toLowerCase() === "d") blocks.duplicate(block.id);
    else if (event.key === "Delete" || event.key === "Backspace") {
      // Focus a neighbor, because the focused element is removed.
      const neighbour = card.current?.nextElementSibling ?? card.current?.previousElementSibling;
      neighbour?.querySelector<HTMLElement>("[data-block-head]")?.focus();
      blocks.remove(block.id);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = event.key === "ArrowDown" ? card.current?.nextElementSibling : card.current?.previousElementSibling;
      next?.querySelector<HTMLElement>("[data-block-head]")?.focus();
    } else return;
    event.preventDefault();
    if (event.altKey) requestAnimationFrame(() => head.current?.focus());
  };

  return (
    <li
      ref={card}
      className={cn(
        "group/block relative scroll-mt-32 rounded-card border border-line bg-surface shadow-[inset_0_1px_0_var(--sheen)]",
        isOpen && "border-line-strong",
        dragged && "opacity-50",
        dropIndicator === "above" && "before:absolute before:inset-x-0 before:-top-[6px] before:h-0.5 before:bg-accent",
        dropIndicator === "below" && "after:absolute after:inset-x-0 after:-bottom-[6px] after:h-0.5 after:bg-accent",
      )}
    >
      <AddBlock
        label={`Add above ${blockTitle(block)}`}
        onAdd={(type) => blocks.add(type, index)}
        trigger={
          <button
            type="button"
            aria-label={`Add a block above ${blockTitle(block)}`}
            className="absolute -top-[15px] left-1/2 z-1 grid size-5 -translate-x-1/2 cursor-pointer place-items-center rounded-full border border-line-strong bg-surface text-ink-2 opacity-0 hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 phone:hidden"
          >
            <Plus aria-hidden="true" className="size-3" />
          </button>
        }
      />
      <div className="flex min-h-11 items-center gap-1 pr-1 pl-1">
        <span
          aria-hidden="true"
          title="Drag to move"
          onPointerDown={onDragStart}
          className="grid h-9 w-6 shrink-0 cursor-grab touch-none place-items-center text-ink-4 hover:text-ink-2 active:cursor-grabbing phone:h-11 phone:w-8"
        >
          <GripVertical className="size-4" />
        </span>
        <button
          ref={head}
          type="button"
          data-block-head=""
          aria-expanded={isOpen}
          aria-controls={isOpen ? formId : undefined}
          onClick={() => setOpen(isOpen ? null : block.id)}
          onKeyDown={onKeyDown}
          className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-sm text-left text-13"
        >
          <BlockIcon type={block.type} />
          <span className="shrink-0 font-medium">{blockTitle(block)}</span>
          <span className="min-w-0 flex-1 truncate text-ink-3">{blockExcerpt(block)}</span>
          <ChevronDown aria-hidden="true" className={cn("size-4 shrink-0 text-ink-3", isOpen && "rotate-180")} />
        </button>
        <BlockMenu block={block} index={index} count={list.length} blocks={blocks} />
      </div>
      {isOpen && (
        <div id={formId} className="border-line-soft border-t p-3.5">
          <BlockForm block={block} onEdit={(name, value) => blocks.edit(block.id, name, value)} />
        </div>
      )}
    </li>
  );
}

/** Scrolls to a block that was opened elsewhere, such as in the preview. */
function useScrollWhenOpened(isOpen: boolean, card: RefObject<HTMLLIElement | null>) {
  const was = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !was.current) {
      const { top, bottom } = card.current?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      if (top < 120 || top > innerHeight - 160 || bottom < 120)
        card.current?.scrollIntoView({ block: "start", behavior: "instant" });
    }
    was.current = isOpen;
  }, [isOpen, card]);
}

type BlockMenuProps = { block: Block; index: number; count: number; blocks: Blocks };

function BlockMenu({ block, index, count, blocks }: BlockMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${blockTitle(block)}, block ${index + 1}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={index === 0} onSelect={() => blocks.move(block.id, index - 1)}>
          <ArrowUp aria-hidden="true" />
          Move up
          <DropdownMenuShortcut>
            <KeyText keys="alt+ArrowUp" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem disabled={index === count - 1} onSelect={() => blocks.move(block.id, index + 1)}>
          <ArrowDown aria-hidden="true" />
          Move down
          <DropdownMenuShortcut>
            <KeyText keys="alt+ArrowDown" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => blocks.duplicate(block.id)}>
          <Copy aria-hidden="true" />
          Duplicate
          <DropdownMenuShortcut>
            <KeyText keys="mod+d" />
          </DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem variant="danger" onSelect={() => blocks.remove(block.id)}>
          <Trash2 aria-hidden="true" />
          Delete
          <DropdownMenuShortcut>Del</DropdownMenuShortcut>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
