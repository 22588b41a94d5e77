import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Checkbox } from "~/ui/checkbox.tsx";
import { cn } from "~/ui/cn.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { type ColumnKey, columnOf, moveColumn } from "./columns.ts";
import { type DropEdge, useColumnDrag } from "./use-column-drag.ts";
import { useColumnResize } from "./use-column-resize.ts";
import { type ColumnsState, placeText } from "./use-columns.ts";

type Props = {
  columns: ColumnsState;
  sort: string;
  onSort: (sort: string) => void;
  /** The scrolling element with the CSS variables of the grid. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether all, some or none of the loaded leads are selected. */
  selected: "all" | "some" | "none";
  onSelectAll: () => void;
};

const KEYS_HINT = "leads-column-keys";

/** The header: a click sorts. Columns are moved by dragging their label and resized by dragging their edge, or with keys. */
export function LeadsHeader({ columns, sort, onSort, scroller, selected, onSelectAll }: Props) {
  const isReadOnly = useIsReadOnly();
  const { layout, change } = columns;
  const row = useRef<HTMLDivElement>(null);
  const resize = useColumnResize(columns, scroller);
  const moved = useRef<ColumnKey | null>(null);
  // The browser takes the focus from an element that moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order moves elements
  useEffect(() => {
    if (moved.current) row.current?.querySelector<HTMLElement>(`[data-column="${moved.current}"] button`)?.focus();
    moved.current = null;
  }, [layout]);
  const move = (key: ColumnKey, by: number) => {
    moved.current = key;
    change(
      (before) => moveColumn(before, key, before.findIndex((shown) => shown.key === key) + by),
      (after) => placeText(after, { key }),
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the table
    <div role="rowgroup" className="sticky top-0 z-2 min-w-(--columns-width) bg-page phone:sr-only">
      {/* biome-ignore lint/a11y/useFocusableInteractive: only the buttons in the header are interactive */}
      {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
      <div
        ref={row}
        role="row"
        aria-rowindex={1}
        className="grid h-8 grid-cols-(--columns) border-line border-b text-ink-3 text-xs"
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: as the row */}
        {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
        <div role="columnheader" className="sticky left-0 z-2 flex items-center justify-center bg-page">
          {!isReadOnly && (
            <Checkbox
              label="Select all loaded leads"
              hideLabel
              checked={selected === "all"}
              indeterminate={selected === "some"}
              onChange={onSelectAll}
            />
          )}
        </div>
        {layout.map(({ key }, at) => (
          <HeaderCell
            key={key}
            column={key}
            isLast={at === layout.length - 1}
            at={at}
            columns={columns}
            sort={sort}
            onSort={onSort}
            onMove={(by) => move(key, by)}
            resize={resize}
          />
        ))}
      </div>
    </div>
  );
}

/** The keys of a header, which its button refers to. Outside the table, because a row holds only cells. */
export function HeaderHint() {
  return (
    <p id={KEYS_HINT} hidden>
      Shift and the left or right arrow move the column. Alt and the left or right arrow change its width. Shift and F10
      open its options.
    </p>
  );
}

type CellProps = {
  column: ColumnKey;
  at: number;
  isLast: boolean;
  columns: ColumnsState;
  sort: string;
  onSort: (sort: string) => void;
  onMove: (by: number) => void;
  resize: ReturnType<typeof useColumnResize>;
};

const EDGES: Partial<Record<DropEdge, string>> = {
  left: "before:absolute before:inset-y-0 before:-left-px before:w-0.5 before:bg-accent",
  right: "before:absolute before:inset-y-0 before:-right-px before:w-0.5 before:bg-accent",
};

function HeaderCell({ column: key, at, isLast, columns, sort, onSort, onMove, resize }: CellProps) {
  const { label, sort: by, numeric, descending } = columnOf(key);
  const cell = useRef<HTMLDivElement>(null);
  const { edge, dragged } = useColumnDrag(cell, key, columns);
  const button = useRef<HTMLButtonElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const sorted = by && sort.replace(/^-/, "") === by ? (sort.startsWith("-") ? "descending" : "ascending") : undefined;
  const Icon = sorted === "descending" ? ArrowDown : ArrowUp;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const step = event.key === "ArrowLeft" ? -1 : 1;
    if (event.shiftKey && !event.altKey) onMove(step);
    else if (event.altKey && !event.shiftKey) resize.step(key, step);
    else return;
    // Alt and the left arrow would go back in the browser's history.
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: only the button in it is interactive
    // biome-ignore lint/a11y/useSemanticElements: as the table
    <div
      ref={cell}
      role="columnheader"
      data-column={key}
      onKeyDown={onKeyDown}
      onKeyUp={resize.commit}
      onBlur={resize.commit}
      aria-sort={sorted ?? (by ? "none" : undefined)}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenuOpen(true);
      }}
      className={cn(
        "group/head relative flex min-w-0 items-center px-3",
        key === "name" && "sticky left-11 z-2 bg-page group-data-scrolled/table:shadow-[1px_0_0_var(--line)]",
        dragged && "opacity-40",
        edge && EDGES[edge],
      )}
    >
      <button
        ref={button}
        type="button"
        className={cn(
          "flex h-7 min-w-0 grow cursor-pointer items-center gap-1 rounded-xs hover:text-ink aria-pressed:text-ink",
          numeric && "justify-end",
        )}
        aria-pressed={by ? sorted !== undefined : undefined}
        aria-haspopup={by ? undefined : "menu"}
        aria-describedby={KEYS_HINT}
        onClick={() =>
          by
            ? onSort(sorted ? (sorted === "ascending" ? `-${by}` : by) : descending ? `-${by}` : by)
            : setMenuOpen(true)
        }
      >
        <span className="truncate">{label}</span>
        {sorted && <Icon aria-hidden="true" className="size-3 shrink-0" />}
      </button>
      <ColumnMenu
        column={key}
        at={at}
        isLast={isLast}
        open={menuOpen}
        onOpenChange={setMenuOpen}
        columns={columns}
        onSort={onSort}
        onMove={onMove}
        resize={resize}
        onClosed={() => button.current?.focus()}
      />
      <div
        aria-hidden="true"
        data-resize={key}
        {...resize.handle(key)}
        className="absolute inset-y-0 -right-1 z-1 w-2 cursor-col-resize touch-none after:absolute after:inset-y-1.5 after:left-[3px] after:w-0.5 after:rounded-full after:bg-line-strong after:opacity-0 hover:after:opacity-100 group-hover/head:after:opacity-50 data-[active]:after:inset-y-0 data-[active]:after:bg-accent data-[active]:after:opacity-100 touch:w-4 touch:-right-2 touch:after:left-[7px]"
      />
    </div>
  );
}
