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

type Props = { block: Block; place: number; count: number; blocks: Blocks };

export function BlockMenu({ block, place, count, blocks }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${blockTitle(block)}, block ${place + 1}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={place === 0} onSelect={() => blocks.move(block.id, place - 1)}>
          <ArrowUp aria-hidden="true" />
          Move up
          <DropdownMenuShortcut>Alt ↑</DropdownMenuShortcut>
        </DropdownMenuItem>
        <DropdownMenuItem disabled={place === count - 1} onSelect={() => blocks.move(block.id, place + 1)}>
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
