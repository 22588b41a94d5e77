import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { BulkBar } from "../lib/bulk-bar.tsx";
import { MAX_LEADS_PER_CHANGE } from "../lib/change-leads.ts";
import { countQuery } from "../lib/count-leads.ts";
import type { LeadRow } from "../lib/lead-row.ts";
import { useStages } from "../lib/list-stages.ts";
import { useSelection } from "../lib/use-selection.ts";
import { EmptyLeads } from "./empty-leads.tsx";
import { LeadsTable, type TableHandle } from "./leads-table.tsx";
import { LeadsToolbar } from "./leads-toolbar.tsx";
import { leadsQuery } from "./load-leads.ts";
import { SelectAllMatching } from "./select-all-matching.tsx";
import { useBulkChange } from "./use-bulk-change.ts";
import { useLeadsShortcuts } from "./use-leads-shortcuts.ts";
import { useLeadsUrlState } from "./use-leads-url-state.ts";
import { useRowOptions } from "./use-row-options.ts";
import { ViewsBar } from "./views-bar.tsx";

/** Every lead, filtered, sorted and searched by the database; edited in place, one or ten thousand at once. */
export function LeadsScreen({ isAdmin }: { isAdmin: boolean }) {
  const urlState = useLeadsUrlState();
  const { params, sort, columns, change } = urlState;
  const { stages } = useStages();
  const handle = useRef<TableHandle | null>(null);
  const found = useInfiniteQuery({ ...leadsQuery(params), placeholderData: keepPreviousData });
  const leads = useQuery({ ...countQuery(params), placeholderData: keepPreviousData }).data?.leads;
  const rows = useMemo(() => {
    const known = new Map<string, LeadRow>();
    for (const lead of found.data?.pages.flatMap((page) => page.rows) ?? []) known.set(lead.id, lead);
    return [...known.values()];
  }, [found.data]);
  const { sort: _, ...selectionParams } = params;
  const selection = useSelection(JSON.stringify(selectionParams));
  const selected = selection.isAllMatching ? (leads ?? rows.length) : selection.ids.size;
  const bulk = useBulkChange({ params, selection, count: selected });
  const currency = found.data?.pages[0]?.currency ?? "usd";
  const { rowOptions, editing, openId, toStage } = useRowOptions({ rows, columns, currency, selection });
  const { onToggle } = rowOptions;
  useLeadsShortcuts({ rows, handle, stages, onToggle, onStage: toStage, selection, onSelectedStage: bulk.toStage });
  const onMore = useEventCallback(() => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()));
  const allLoaded = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col phone:h-[calc(100dvh-7.5rem)]">
      <ViewsBar
        config={urlState.config}
        viewId={urlState.view}
        isAdmin={isAdmin}
        onShow={(id, next) => change({ ...next, view: id }, { push: true })}
      />
      <LeadsToolbar urlState={urlState} leads={leads} />
      {allLoaded && !selection.isAllMatching && leads && leads > rows.length && leads <= MAX_LEADS_PER_CHANGE && (
        <SelectAllMatching loadedCount={rows.length} totalCount={leads} onSelectAll={selection.selectAllMatching} />
      )}
      {found.isError && !found.data ? (
        <div className="p-4">
          <LoadError text="The leads could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : found.data && rows.length === 0 ? (
        <EmptyLeads urlState={urlState} />
      ) : (
        <LeadsTable
          rows={rows}
          total={leads}
          hasMore={found.isPending || found.hasNextPage}
          onMore={onMore}
          rowOptions={rowOptions}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          selection={selection}
          openId={openId}
          editing={editing}
          outdated={found.isPlaceholderData}
          handle={handle}
        />
      )}
      {selected > 0 && (
        <BulkBar
          count={selected}
          busy={bulk.busy}
          done={bulk.done}
          onClear={selection.clear}
          onStage={bulk.toStage}
          onChange={bulk.change}
        />
      )}
    </div>
  );
}
