import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef } from "react";
import { cn } from "~/ui/cn.ts";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import type { Selection } from "../lib/use-selection.ts";
import { gridOf } from "./columns.ts";
import { LeadCard } from "./lead-card.tsx";
import { LeadsHeader } from "./leads-header.tsx";
import { LeadsRow, type RowOptions } from "./leads-row.tsx";
import type { ColumnsState } from "./use-columns.ts";

/** The next page loads this many rows before the last one, so that it is there in time when someone scrolls fast. */
const PREFETCH_DISTANCE = 60;

/** A focused cell does not stay behind the checkbox and the name. */
const STICKY_WIDTH = 240;

export type TableHandle = { focus: (index: number) => void };

type Props = {
  rows: LeadRow[];
  total: number | undefined;
  hasMore: boolean;
  onMore: () => void;
  rowOptions: RowOptions;
  columns: ColumnsState;
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
  const { rows, total, hasMore, onMore, rowOptions, columns, sort, onSort, selection } = props;
  const { openId, editing, outdated, handle } = props;
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
  useEffect(() => {
    list.measure();
  }, [list, height]);
  // The row of the open lead is drawn, so that the drawer finds it when it closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another lead opens, so that a reload moves nothing
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === openId);
    if (at !== -1) list.scrollToIndex(at, { align: "auto" });
  }, [openId]);
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
  const grid = useMemo(() => {
    const { columns: tracks, width } = gridOf(columns.layout);
    return { "--columns": tracks, "--columns-width": width, scrollPaddingLeft: STICKY_WIDTH } as CSSProperties;
  }, [columns.layout]);
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
      style={grid}
      onScroll={({ currentTarget: at }) => at.toggleAttribute("data-scrolled", at.scrollLeft > 0)}
      className={cn(
        "group/table relative min-h-0 flex-1 overflow-auto overscroll-contain outline-none",
        outdated && "opacity-60",
      )}
    >
      <LeadsHeader
        columns={columns}
        sort={sort}
        onSort={onSort}
        scroller={scroller}
        selected={all ? "all" : selection.ids.size > 0 ? "some" : "none"}
        onSelectAll={() => (all ? selection.clear() : selection.add(rows.map(({ id }) => id)))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
      <div
        role="rowgroup"
        className="relative min-w-(--columns-width) phone:min-w-0"
        style={{ height: list.getTotalSize() }}
      >
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
