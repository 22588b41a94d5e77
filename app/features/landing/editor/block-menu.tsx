import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import type { Block } from "../../../../domain/landing/block-types.ts";
import { blockTitle } from "./block-title.ts";
import type { Blocks } from "./use-blocks.ts";

type Props = { block: Block; index: number; count: number; blocks: Blocks };

export function BlockMenu({ block, index, count, blocks }: Props) {
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
          <DropdownMenuShortcut>Alt ↑</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem disabled={index === count - 1} onSelect={() => blocks.move(block.id, index + 1)}>
          <ArrowDown aria-hidden="true" />
          Move down
          <DropdownMenuShortcut>Alt ↓</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => blocks.duplicate(block.id)}>
          <Copy aria-hidden="true" />
          Duplicate
          <DropdownMenuShortcut>⌘D</DropdownMenuShortcut>
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
