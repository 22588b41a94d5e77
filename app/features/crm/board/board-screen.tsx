import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useCallback, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { crmPath } from "~/shared/workspace.ts";
import { formatCount, formatShare } from "../../../../domain/format-count.ts";
import { clockTime } from "../../../../domain/lead-clock.ts";
import { leadName } from "../../../../domain/lead-name.ts";
import { BulkBar } from "../lib/bulk-bar.tsx";
import { useChangeLeads } from "../lib/change-leads.ts";
import { FilterChips, ScopeAndFilter } from "../lib/filter-bar.tsx";
import { InvalidFilterNotice } from "../lib/invalid-filter-notice.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import { readFilter, readScope, writeFilter } from "../lib/lead-filter.ts";
import type { LeadRef, LeadRow } from "../lib/lead-types.ts";
import { FocusedLead, saveLeadList, useOpenLead } from "../lib/open-lead.ts";
import { useNow } from "../lib/use-now.ts";
import { useSelection } from "../lib/use-selection.ts";
import { type Board, boardQuery, todayFiguresQuery, totalsQuery } from "./api.ts";
import type { ColumnHandle } from "./board-column.tsx";
import { BoardColumns } from "./board-columns.tsx";
import { BoardContext } from "./board-context.ts";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { useBoardShortcuts } from "./use-board-shortcuts.ts";
import { useFocusUndone } from "./use-focus-undone.ts";
import { useMoveCards } from "./use-move-cards.ts";

type Props = { onWon: (lead: LeadRef) => void };

/** The pipeline with a column for each stage. Its whole state is in the URL. */
export function BoardScreen({ onWon }: Props) {
  const { read, change } = useUrlState();
  const [search] = useSearchParams();
  const [scope, filterText] = [readScope(read("scope")), read("filter")];
  const filter = useMemo(() => readFilter(filterText), [filterText]);
  const params = useMemo(() => ({ scope, filter }), [scope, filter]);
  const {
    data: loaded,
    dataUpdatedAt,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...boardQuery(params),
    placeholderData: (before) => before,
  });
  const board = useBoardWithTotals(loaded, params);
  const client = useQueryClient();
  const openLead = useOpenLead();
  const actions = useLeadActions();
  const selection = useSelection(JSON.stringify(params));
  const bulk = useChangeLeads();
  const handles = useRef(new Map<string, ColumnHandle>());
  const focusAfterMove = useRef<string | null>(null);
  const moveCards = useMoveCards(params, focusAfterMove);
  const now = useNow();
  const stages = useMemo(() => board?.columns.map(({ stage, label }) => ({ key: stage, label })) ?? [], [board]);

  const onMove = useCallback(
    (leads: LeadRow[], stage: string) => {
      const [lead] = leads;
      const winning = stage === "won" ? leads.filter((one) => one.stage !== "won") : [];
      // A question comes first, and after Cancel no later change of the board may move the focus.
      if (stage === "lost" || winning.length > 1) focusAfterMove.current = null;
      // A move to Lost needs a reason first. A move to Won is stored at once and then offers the next step.
      if (stage === "lost") return actions.move(leads, stage);
      if (winning.length > 1) {
        const unowned = winning.filter(({ owner_id }) => !owner_id).length;
        return actions.win(winning.length, unowned, () => moveCards(winning, stage));
      }
      moveCards(leads, stage);
      if (stage === "won" && leads.length === 1 && lead && lead.stage !== "won") onWon(lead);
    },
    [actions, moveCards, onWon],
  );
  const find = useCallback(
    (id: string) => {
      const pages = client
        .getQueriesData<{ pages: { rows: LeadRow[] }[] }>({ queryKey: ["crm", "board", "more"] })
        .flatMap(([, data]) => data?.pages ?? []);
      const rows = [
        ...(board?.columns.flatMap((column) => column.cards?.rows ?? []) ?? []),
        ...pages.flatMap((page) => page.rows),
      ];
      return rows.find((lead) => lead.id === id);
    },
    [board, client],
  );
  const dropped = useCallback(
    (leads: LeadRow[], stage: string) => {
      const [lead] = leads;
      const all = lead && selection.ids.has(lead.id) ? [...selection.ids].flatMap((id) => find(id) ?? []) : leads;
      onMove(all, stage);
      if (all.length > 1) selection.clear();
    },
    [find, onMove, selection],
  );
  const selected = () => [...selection.ids].flatMap((id) => find(id) ?? []);
  useFocusUndone(handles, dataUpdatedAt);
  useBoardShortcuts({
    stages,
    handles,
    focusAfterMove,
    findLead: find,
    getSelected: selected,
    onMove: dropped,
    onToggle: selection.toggle,
    onClear: selection.clear,
  });

  const open = openLead.open;
  const onOpen = useCallback(
    (lead: LeadRow, event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.button !== 0) return;
      event.preventDefault();
      if (event.shiftKey || selection.ids.size > 0) selection.toggle(lead.id);
      else {
        // The drawer goes through the leads of the column.
        const column = board?.columns.find(({ stage }) => stage === lead.stage);
        const pages = client
          .getQueriesData<{ pages: { rows: LeadRow[] }[] }>({ queryKey: ["crm", "board", "more", params, lead.stage] })
          .flatMap(([, data]) => data?.pages ?? []);
        const rows = [...(column?.cards?.rows ?? []), ...pages.flatMap((page) => page.rows)];
        saveLeadList({
          name: column?.label ?? "Board",
          path: crmPath(`/board?${search}`),
          ids: [...new Set(rows.map(({ id }) => id))],
          total: column?.leads ?? undefined,
        });
        open(lead.id);
      }
    },
    [board, client, open, params, search, selection],
  );
  const hrefOf = useCallback(
    (leadId: string) => {
      const next = new URLSearchParams(search);
      next.set("lead", leadId);
      return `?${next}`;
    },
    [search],
  );
  const openId = openLead.leadId;
  const cardOptions = useMemo(
    () => ({ now, selection, openId, hrefOf, onOpen }),
    [now, selection, openId, hrefOf, onOpen],
  );
  const onMenuMove = (leads: LeadRow[], stage: string) => {
    focusAfterMove.current = leads[0]?.id ?? null;
    dropped(leads, stage);
  };
  return (
    <BoardContext value={{ stages, onMove: dropped, onMenuMove }}>
      <FocusedLead find={find} selected={selection.ids} />
      <div className="flex h-[calc(100dvh-3rem-var(--notices,0px))] min-h-96 flex-col phone:h-[calc(100dvh-7.5rem-var(--notices,0px))]">
        <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
          <ScopeAndFilter scope={scope} filter={filter} onChange={change} />
          <span className="flex-1" />
          <TodayFigures />
        </div>
        <InvalidFilterNotice
          filterText={filterText}
          className="border-line border-b px-4 py-2"
          onRemove={() => change({ filter: "" })}
        />
        <FilterChips filter={filter} onChange={(next) => change({ filter: writeFilter(next) })} />
        {error && !board ? (
          <div className="p-4">
            <LoadError text="Couldn't load the board" error={error} onRetry={() => void refetch()} />
          </div>
        ) : board ? (
          <div className="flex min-h-0 flex-1" aria-busy={isPlaceholderData || undefined}>
            <BoardColumns
              board={board}
              params={params}
              cardOptions={cardOptions}
              handles={handles}
              focusAfterMove={focusAfterMove}
              openStages={read("open").split(" ").filter(Boolean)}
              onOpenStages={(next) => change({ open: next.join(" ") })}
              stage={read("stage") || "new"}
              onStage={(next) => change({ stage: next === "new" ? "" : next })}
            />
          </div>
        ) : (
          <BoardSkeleton />
        )}
        {selection.ids.size > 0 && (
          <BulkBar
            count={selection.ids.size}
            ids={selection.ids}
            busy={bulk.busy}
            onClear={selection.clear}
            onStage={(stage) => {
              if (stage === "lost") return actions.lose([...selection.ids], selection.clear);
              onMove(selected(), stage);
              selection.clear();
            }}
            onChange={async (changes, text) => {
              if (await bulk.run({ leadIds: [...selection.ids], changes, text })) selection.clear();
            }}
          />
        )}
        <p className="sr-only" role="status">
          {selection.ids.size === 1
            ? `${leadName(selected()[0] ?? { first_name: null, last_name: null, company: null, email: null })} selected`
            : ""}
        </p>
      </div>
    </BoardContext>
  );
}

/** The counts for a filter load after its cards. Until then a column shows no count instead of a wrong one. */
function useBoardWithTotals(board: Board | undefined, params: Parameters<typeof totalsQuery>[0]): Board | undefined {
  const counts = board?.columns.some((column) => column.leads === null) ?? false;
  const { data: totals } = useQuery({ ...totalsQuery(params), enabled: counts });
  return useMemo(() => {
    if (!board || !counts || !totals) return board;
    const columns = board.columns.map((column) => {
      const total = totals.find(({ stage }) => stage === column.stage);
      return { ...column, leads: total?.leads ?? 0, value_cents: total?.value_cents ?? 0 };
    });
    return { ...board, columns };
  }, [board, counts, totals]);
}

/** The response times for today's leads. A dash means no data. */
function TodayFigures() {
  const { data } = useQuery(todayFiguresQuery);
  if (!data) return null;
  const time = (seconds: number | null) => (seconds === null ? "–" : clockTime(seconds));
  const share = formatShare(data.within, data.decided);
  return (
    <dl className="flex gap-4 text-ink-3 text-xs max-xl:hidden [&>div]:flex [&>div]:gap-1 [&_dd]:text-ink">
      <div>
        <dt>Today</dt>
        <dd className="num">{formatCount(data.leads)}</dd>
      </div>
      <div>
        <dt>Median</dt>
        <dd className="num">{time(data.median_seconds)}</dd>
      </div>
      <div>
        <dt>90% within</dt>
        <dd className="num">{time(data.p90_seconds)}</dd>
      </div>
      <div>
        <dt>On target ({data.target_seconds ? clockTime(data.target_seconds) : "–"})</dt>
        <dd className="num">
          {share}
          {data.decided > 0 && <span className="text-ink-3"> {`${data.within}/${data.decided}`}</span>}
        </dd>
      </div>
    </dl>
  );
}
