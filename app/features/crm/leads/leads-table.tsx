import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { Checkbox } from "~/ui/checkbox.tsx";
import { cn } from "~/ui/cn.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import type { Selection } from "../lib/use-selection.ts";
import { LeadCard } from "./lead-card.tsx";
import { LeadsRow, type RowOptions } from "./leads-row.tsx";
import type { Column } from "./url-state.ts";

/** The next page loads this many rows before the last one, so that it is there in time when someone scrolls fast. */
const PREFETCH_DISTANCE = 60;

export type TableHandle = { focus: (index: number) => void };

type Props = {
  rows: LeadRow[];
  total: number | undefined;
  hasMore: boolean;
  onMore: () => void;
  rowOptions: RowOptions;
  sort: string;
  onSort: (sort: string) => void;
  selection: Selection;
  openId: string;
  editing: { id: string; field: keyof LeadRow } | null;
  outdated: boolean;
  handle: RefObject<TableHandle | null>;
};

/** The leads as a virtualized table. On a phone each lead is a card with two lines. */
export function LeadsTable(props: Props) {
  const { rows, total, hasMore, onMore, rowOptions, sort, onSort, selection, openId, editing, outdated, handle } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(PHONE_QUERY);
  const height = phone ? 72 : 40;
  const list = useVirtualizer({
    count: rows.length + (hasMore ? 5 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    getItemKey: (index) => rows[index]?.id ?? `skeleton-${index - rows.length}`,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height needs a new measurement
  useEffect(() => list.measure(), [list, height]);
  const items = list.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - PREFETCH_DISTANCE) onMore();
  });
  useEffect(() => {
    handle.current = {
      focus: (index) => {
        const lead = rows[Math.max(0, Math.min(index, rows.length - 1))];
        if (!lead) return;
        list.scrollToIndex(rows.indexOf(lead), { align: "auto" });
        const found = () => scroller.current?.querySelector<HTMLElement>(`[data-lead="${lead.id}"] [data-name]`);
        // A rendered row gets the focus at once, so that the next shortcut acts on it.
        const drawn = found();
        if (drawn) drawn.focus({ preventScroll: true });
        else requestAnimationFrame(() => found()?.focus({ preventScroll: true }));
      },
    };
  }, [rows, list, handle]);
  const all = rows.length > 0 && rows.every(({ id }) => selection.has(id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtualized rows cannot be table rows
    <div
      ref={scroller}
      role="table"
      aria-label="Leads"
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={outdated || undefined}
      tabIndex={-1}
      className={cn("relative min-h-0 flex-1 overflow-auto overscroll-contain outline-none", outdated && "opacity-60")}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
      <div role="rowgroup" className="sticky top-0 z-2 w-fit min-w-full bg-page phone:sr-only">
        {/* biome-ignore lint/a11y/useFocusableInteractive: only the buttons in the header are interactive */}
        {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
        <div
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: rowOptions.template }}
          className="grid h-8 border-line border-b text-ink-3 text-xs"
        >
          {/* biome-ignore lint/a11y/useFocusableInteractive: as the row */}
          {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
          <div role="columnheader" className="flex items-center justify-center">
            <Checkbox
              label="Select all loaded leads"
              hideLabel
              checked={all}
              indeterminate={!all && selection.ids.size > 0}
              onChange={() => (all ? selection.clear() : selection.add(rows.map(({ id }) => id)))}
            />
          </div>
          {rowOptions.columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
      <div role="rowgroup" className="relative w-fit min-w-full phone:w-full" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const lead = rows[index];
          const place = { transform: `translateY(${start}px)`, height };
          if (!lead) return <SkeletonRow key={key} style={place} />;
          const shown = {
            lead,
            options: rowOptions,
            index,
            selected: selection.has(lead.id),
            open: openId === lead.id,
          };
          return (
            <div
              key={key}
              role="presentation"
              // The error message of a cell covers the rows below it.
              className={cn(
                "absolute inset-x-0 contain-layout contain-size contain-style",
                editing?.id === lead.id && "z-1",
              )}
              style={place}
            >
              {phone ? (
                <LeadCard {...shown} />
              ) : (
                <LeadsRow {...shown} editing={editing?.id === lead.id ? editing.field : null} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function HeaderCell({ column, sort, onSort }: { column: Column; sort: string; onSort: (sort: string) => void }) {
  const { label, sort: by, numeric, descending } = column;
  const sorted = by && sort.replace(/^-/, "") === by ? (sort.startsWith("-") ? "descending" : "ascending") : undefined;
  const Icon = sorted === "descending" ? ArrowDown : ArrowUp;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: only the button in it is interactive
    // biome-ignore lint/a11y/useSemanticElements: as the table
    <div
      role="columnheader"
      aria-sort={sorted ?? (by ? "none" : undefined)}
      className={cn("flex min-w-0 items-center px-3", numeric && "justify-end")}
    >
      {by ? (
        <button
          type="button"
          className="inline-flex h-7 min-w-0 cursor-pointer items-center gap-1 rounded-xs hover:text-ink aria-pressed:text-ink"
          aria-pressed={sorted !== undefined}
          onClick={() => onSort(sorted ? (sorted === "ascending" ? `-${by}` : by) : descending ? `-${by}` : by)}
        >
          <span className="truncate">{label}</span>
          {sorted && <Icon aria-hidden="true" className="size-3 shrink-0" />}
        </button>
      ) : (
        <span className="truncate">{label}</span>
      )}
    </div>
  );
}

function SkeletonRow({ style }: { style: { transform: string } }) {
  return (
    <div
      aria-hidden="true"
      style={style}
      className="absolute inset-x-0 flex h-10 items-center gap-6 border-line-soft border-b px-4 phone:h-[72px]"
    >
      <Skeleton className="w-40" />
      <Skeleton className="w-32 phone:hidden" />
      <Skeleton className="w-24 phone:hidden" />
      <Skeleton className="ml-auto w-16" />
    </div>
  );
}
