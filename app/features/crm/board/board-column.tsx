import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { FileInput } from "lucide-react";
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { excludesStage } from "../lib/lead-filter.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { type BoardParams, type Column, columnQuery, narrows } from "./api.ts";
import type { CardOptions } from "./board-context.ts";
import { CardSkeleton } from "./board-skeleton.tsx";
import { ColumnHeader } from "./column-header.tsx";
import { DraggableCard } from "./draggable-card.tsx";
import { CARD_GAP, CARD_HEIGHT } from "./lead-card.tsx";

export type ColumnHandle = { count: () => number; focus: (index: number) => void; ids: () => string[] };

type Props = {
  column: Column;
  params: BoardParams;
  currency: string;
  nextLabel: string | null;
  cardOptions: CardOptions;
  handles: RefObject<Map<string, ColumnHandle>>;
  /** The card that a shortcut moved. The focus follows it. */
  focusAfterMove: RefObject<string | null>;
  onAdd?: (() => void) | undefined;
};

/** A stage with its figures and its virtualized cards. Scrolling loads more cards. */
export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { column, params, currency, nextLabel, cardOptions, handles, focusAfterMove } = props;
  const { cards, hasMore, loadMore } = useColumnCards(params, column);
  const scroller = useRef<HTMLDivElement>(null);
  const target = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  const isTall = useMediaQuery(`${PHONE_QUERY}, (pointer: coarse)`);
  const height = (isTall ? 96 : CARD_HEIGHT) + CARD_GAP;
  const rows = useVirtualizer({
    count: cards.length + (hasMore ? 2 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
    getItemKey: (index) => cards[index]?.id ?? `skeleton-${index - cards.length}`,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height needs a new measurement
  useEffect(() => {
    rows.measure();
  }, [rows, height]);
  const { openId } = cardOptions;
  // The card of the open lead is drawn, so that the drawer finds it when it closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another lead opens, so that a reload moves nothing
  useEffect(() => {
    const at = cards.findIndex(({ id }) => id === openId);
    if (at !== -1) rows.scrollToIndex(at, { align: "auto" });
  }, [openId]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= cards.length - 6) loadMore();
  });
  useEffect(() => {
    const focus = (index: number) => {
      const lead = cards[Math.max(0, Math.min(index, cards.length - 1))];
      if (!lead) return;
      rows.scrollToIndex(cards.indexOf(lead), { align: "auto" });
      const found = () => scroller.current?.querySelector<HTMLElement>(`[data-lead="${lead.id}"] > a`);
      // A rendered card gets the focus at once, so that the next shortcut acts on it.
      const drawn = found();
      if (drawn) drawn.focus({ preventScroll: true });
      else requestAnimationFrame(() => found()?.focus({ preventScroll: true }));
    };
    handles.current.set(column.stage, { count: () => cards.length, focus, ids: () => cards.map(({ id }) => id) });
    const at = cards.findIndex(({ id }) => id === focusAfterMove.current);
    if (at !== -1) {
      focusAfterMove.current = null;
      focus(at);
    }
    return () => {
      handles.current.delete(column.stage);
    };
  }, [cards, column.stage, rows, handles, focusAfterMove]);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      getData: () => ({ stage: column.stage }),
      onDragEnter: ({ source }) => setOver(source.data.stage !== column.stage),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [column.stage]);
  const empty = cards.length === 0 && !hasMore;
  const isNarrowed = narrows(params);
  return (
    <section
      ref={target}
      aria-label={column.label}
      data-stage={column.stage}
      className="flex min-h-0 min-w-[212px] max-w-[288px] flex-1 basis-[212px] flex-col phone:max-w-none"
    >
      <ColumnHeader column={column} currency={currency} nextLabel={isNarrowed ? null : nextLabel} />
      <div
        ref={scroller}
        tabIndex={-1}
        data-over={over || undefined}
        className={cn(
          "relative min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain px-1 pt-1 pb-4 [scrollbar-width:thin] phone:px-4",
          empty && "m-1 rounded-card bg-sunken",
          // The board's order decides where in the column the card lands.
          over && "-outline-offset-2 rounded-card bg-accent-tint outline-2 outline-accent outline-dashed",
        )}
      >
        {empty && (
          <EmptyState
            icon={<FileInput />}
            {...emptyColumn(column.label, isNarrowed, excludesStage(params.filter, column.stage))}
          />
        )}
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const lead = cards[index];
            return (
              <li
                key={key}
                // Containment: a change in one card does not cause a layout of the others.
                className="absolute inset-x-0 [contain:layout_style]"
                style={{ transform: `translateY(${start}px)` }}
              >
                {lead ? (
                  <DraggableCard
                    lead={lead}
                    options={cardOptions}
                    currency={currency}
                    rotsAfterDays={column.rots_after_days}
                    selected={cardOptions.selection.has(lead.id)}
                    open={cardOptions.openId === lead.id}
                  />
                ) : (
                  <CardSkeleton />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
});

function emptyColumn(label: string, isNarrowed: boolean, isExcluded: boolean): { title: string; text: string } {
  if (isExcluded) return { title: "Not in your filter", text: `Your filter leaves out ${label}.` };
  if (isNarrowed) return { title: "No matching leads", text: `Nothing in ${label} fits what you filter by.` };
  return { title: `No leads in ${label}`, text: "Leads you move to this stage appear here." };
}

/** The cards of a column: those from the board query, and further pages after someone scrolls to the end. */
function useColumnCards(params: BoardParams, column: Column) {
  const [wanted, setWanted] = useState(false);
  const start = column.cards ? column.cards.next : null;
  const more = useInfiniteQuery({
    ...columnQuery(params, column.stage, start),
    enabled: column.cards === null || (wanted && start !== null),
    placeholderData: keepPreviousData,
  });
  const cards = useMemo(() => {
    const known = new Map<string, LeadRow>();
    // A lead that just moved here may also be on a later page in its earlier state. The first one counts.
    for (const lead of [...(column.cards?.rows ?? []), ...(more.data?.pages.flatMap((page) => page.rows) ?? [])])
      if (lead.stage === column.stage && !known.has(lead.id)) known.set(lead.id, lead);
    return [...known.values()];
  }, [column, more.data]);
  const hasMore =
    column.cards === null ? more.isPending || more.hasNextPage : start !== null && (!more.data || more.hasNextPage);
  const loadMore = () => {
    if (column.cards !== null && !wanted) setWanted(true);
    else if (more.hasNextPage && !more.isFetching) void more.fetchNextPage();
  };
  return { cards, hasMore, loadMore };
}
