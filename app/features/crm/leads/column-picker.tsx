import { Columns3, GripVertical, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { cn } from "~/ui/cn.ts";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { KeyText } from "~/ui/key-caps.tsx";
import { COLUMNS, type ColumnKey, columnOf, moveColumn, toggleColumn } from "./columns.ts";
import { useColumnDrag } from "./use-column-drag.ts";
import { type ColumnsState, placeText } from "./use-columns.ts";

/** Shows, hides and orders the columns. The name is always the first, so it is not in the menu. */
export function ColumnPicker({ columns }: { columns: ColumnsState }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="Columns" className="phone:hidden">
          <Columns3 aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <Items columns={columns} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Items({ columns }: { columns: ColumnsState }) {
  const { layout, reset, isDefault } = columns;
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef<ColumnKey | null>(null);
  // The browser takes the focus from an element that moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order moves elements
  useEffect(() => {
    if (moved.current) list.current?.querySelector<HTMLElement>(`[data-item="${moved.current}"]`)?.focus();
    moved.current = null;
  }, [layout]);
  const shown = layout.map(({ key }) => key).filter((key) => key !== "name");
  const hidden = COLUMNS.map(({ key }) => key).filter((key) => key !== "name" && !shown.includes(key));
  return (
    <div ref={list}>
      {shown.map((key) => (
        <Item key={key} column={key} columns={columns} checked onMoved={() => (moved.current = key)} />
      ))}
      {hidden.length > 0 && <DropdownMenuSeparator />}
      {hidden.map((key) => (
        <Item key={key} column={key} columns={columns} checked={false} onMoved={() => {}} />
      ))}
      <DropdownMenuSeparator />
      <p className="px-2 py-1 text-ink-3 text-xs touch:hidden">
        Drag to reorder, or press <KeyText keys="shift+ArrowUp" /> and <KeyText keys="shift+ArrowDown" />.
      </p>
      <DropdownMenuItem disabled={isDefault} onSelect={reset}>
        <RotateCcw aria-hidden="true" /> Reset columns
      </DropdownMenuItem>
    </div>
  );
}

type ItemProps = { column: ColumnKey; columns: ColumnsState; checked: boolean; onMoved: () => void };

function Item({ column: key, columns, checked, onMoved }: ItemProps) {
  const element = useRef<HTMLDivElement>(null);
  const { edge, dragged } = useColumnDrag(element, key, columns, { axis: "y", enabled: checked });
  const say = (layout: ColumnsState["layout"]) => placeText(layout, { key });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!checked || !event.shiftKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMoved();
    const by = event.key === "ArrowUp" ? -1 : 1;
    columns.change((before) => moveColumn(before, key, before.findIndex((one) => one.key === key) + by), say);
  };
  return (
    <DropdownMenuCheckboxItem
      ref={element}
      data-item={key}
      checked={checked}
      aria-keyshortcuts={checked ? "Shift+ArrowUp Shift+ArrowDown" : undefined}
      className={cn(
        "group/item",
        dragged && "opacity-40",
        edge === "top" && "before:absolute before:inset-x-2 before:-top-px before:h-0.5 before:bg-accent",
        edge === "bottom" && "before:absolute before:inset-x-2 before:-bottom-px before:h-0.5 before:bg-accent",
      )}
      onKeyDown={onKeyDown}
      onSelect={(event) => event.preventDefault()}
      onCheckedChange={() => columns.change((before) => toggleColumn(before, key), say)}
    >
      <span className="min-w-0 flex-1 truncate">{columnOf(key).label}</span>
      {checked && (
        <GripVertical aria-hidden="true" className="cursor-grab opacity-0 group-hover/item:opacity-100 touch:hidden" />
      )}
    </DropdownMenuCheckboxItem>
  );
}
