import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { LeadCursor, LeadRow } from "../lib/lead-row.ts";
import { type BoardColumn, type BoardParams, loadColumn } from "./load-board.ts";

/** A column's cards: those that came with the board, and further pages once somebody scrolls to their end. */
export function useColumnCards(params: BoardParams, column: BoardColumn) {
  const [wanted, setWanted] = useState(false);
  const start = column.cards ? column.cards.next : null;
  const more = useInfiniteQuery({
    queryKey: ["crm", "board", "more", params, column.stage, start],
    queryFn: ({ pageParam }) => loadColumn(params, column.stage, pageParam),
    initialPageParam: start as LeadCursor | null,
    getNextPageParam: (page) => page.next,
    enabled: column.cards === null || (wanted && start !== null),
    placeholderData: keepPreviousData,
  });
  const cards = useMemo(() => {
    const known = new Map<string, LeadRow>();
    // A lead that moved here a moment ago may stand on a later page, as it was.
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
  return { cards, hasMore, loadMore, failed: more.isError };
}
