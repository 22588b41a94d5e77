import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  EyeOff,
  FoldHorizontal,
  MoveHorizontal,
  RotateCcw,
  UnfoldHorizontal,
} from "lucide-react";
import { cn } from "~/ui/cn.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { KeyText } from "~/ui/key-caps.tsx";
import { type ColumnKey, columnOf, toggleColumn } from "./columns.ts";
import type { useColumnResize } from "./use-column-resize.ts";
import { type ColumnsState, placeText } from "./use-columns.ts";

type Props = {
  column: ColumnKey;
  at: number;
  isLast: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  columns: ColumnsState;
  onSort: (sort: string) => void;
  onMove: (by: number) => void;
  resize: ReturnType<typeof useColumnResize>;
  /** Moves the focus back to the header. */
  onClosed: () => void;
};

/** The options of a column, for touch screens and for those who do not know the keys. A right click opens them too. */
export function ColumnMenu({
  column: key,
  at,
  isLast,
  open,
  onOpenChange,
  columns,
  onSort,
  onMove,
  resize,
  onClosed,
}: Props) {
  const { label, sort: by, numeric } = columnOf(key);
  const widen = (step: number) => (event: Event) => {
    // Stays open, because one step is rarely enough.
    event.preventDefault();
    resize.step(key, step);
    resize.commit();
  };
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Options for ${label}`}
          className={cn(
            "absolute inset-y-1 z-1 grid w-5 cursor-pointer place-items-center rounded-xs bg-page opacity-0 hover:text-ink focus-visible:opacity-100 group-hover/head:opacity-100 data-[state=open]:opacity-100 touch:opacity-100",
            // At the side that the label doesn't end at.
            numeric ? "left-1" : "right-1",
          )}
        >
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        aria-label={`Options for ${label}`}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        {by && (
          <>
            <DropdownMenuItem onSelect={() => onSort(by)}>
              <ArrowUp aria-hidden="true" /> Sort ascending
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onSort(`-${by}`)}>
              <ArrowDown aria-hidden="true" /> Sort descending
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        )}
        {key !== "name" && (
          <>
            <DropdownMenuItem disabled={at === 1} onSelect={() => onMove(-1)}>
              <ArrowLeft aria-hidden="true" /> Move left <Keys keys="shift+ArrowLeft" />
            </DropdownMenuItem>
            <DropdownMenuItem disabled={isLast} onSelect={() => onMove(1)}>
              <ArrowRight aria-hidden="true" /> Move right <Keys keys="shift+ArrowRight" />
            </DropdownMenuItem>
          </>
        )}
        <DropdownMenuItem onSelect={widen(1)}>
          <UnfoldHorizontal aria-hidden="true" /> Wider <Keys keys="alt+ArrowRight" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={widen(-1)}>
          <FoldHorizontal aria-hidden="true" /> Narrower <Keys keys="alt+ArrowLeft" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => resize.fitToContent(key)}>
          <MoveHorizontal aria-hidden="true" /> Fit to content
        </DropdownMenuItem>
        {key !== "name" && (
          <DropdownMenuItem
            onSelect={() =>
              columns.change(
                (before) => toggleColumn(before, key),
                (after) => placeText(after, { key }),
              )
            }
          >
            <EyeOff aria-hidden="true" /> Hide column
          </DropdownMenuItem>
        )}
        {!columns.isDefault && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={columns.reset}>
              <RotateCcw aria-hidden="true" /> Reset all columns
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <DropdownMenuShortcut aria-hidden="true">
      <KeyText keys={keys} />
    </DropdownMenuShortcut>
  );
}
