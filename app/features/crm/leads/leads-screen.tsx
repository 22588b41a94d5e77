import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { use, useMemo, useRef } from "react";
import { Link } from "react-router";
import { LoadError } from "~/shared/load-error.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button, buttonVariants } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { countQuery, useStages } from "../lib/api.ts";
import { BulkBar } from "../lib/bulk-bar.tsx";
import { type LeadChanges, MAX_LEADS_PER_CHANGE, useChangeLeads } from "../lib/change-leads.ts";
import { InvalidFilterNotice, LinkNotice } from "../lib/invalid-filter-notice.tsx";
import { useLeadActions } from "../lib/lead-actions.ts";
import { type FilterGroup, leadsPath } from "../lib/lead-filter.ts";
import type { LeadRow } from "../lib/lead-types.ts";
import { NewLeadContext } from "../lib/new-lead.ts";
import { FocusedLead } from "../lib/open-lead.ts";
import { useLeadCount } from "../lib/pulse.ts";
import { type Selection, useSelection } from "../lib/use-selection.ts";
import { newLeadLabel } from "../new-lead/lead-input.ts";
import { type LeadsParams, leadsQuery, listMatchingIds, viewsQuery } from "./api.ts";
import { writeLayout } from "./columns.ts";
import { HeaderHint } from "./leads-header.tsx";
import { LeadsTable, type TableHandle } from "./leads-table.tsx";
import { LeadsToolbar } from "./leads-toolbar.tsx";
import { type LeadsUrlState, useLeadsUrlState } from "./url-state.ts";
import { useColumns } from "./use-columns.ts";
import { useLeadsShortcuts } from "./use-leads-shortcuts.ts";
import { useRowOptions } from "./use-row-options.ts";
import { ViewsBar } from "./views-bar.tsx";

/** All leads. The database filters, sorts and searches. Users edit leads in place, or up to ten thousand at once. */
export function LeadsScreen({ managesTeam }: { managesTeam: boolean }) {
  const urlState = useLeadsUrlState();
  const { params, sort, change } = urlState;
  const columns = useColumns(urlState);
  const views = useQuery(viewsQuery);
  // A view that was just added is in the next answer.
  const isViewMissing =
    urlState.view !== "" && !views.isFetching && views.data?.every(({ id }) => id !== urlState.view) === true;
  const { stages } = useStages();
  const handle = useRef<TableHandle | null>(null);
  const isReadOnly = useIsReadOnly();
  const found = useInfiniteQuery({ ...leadsQuery(params), placeholderData: keepPreviousData });
  const leads = useLeadCount(params);
  const rows = useMemo(() => {
    const known = new Map<string, LeadRow>();
    for (const lead of found.data?.pages.flatMap((page) => page.rows) ?? []) known.set(lead.id, lead);
    return [...known.values()];
  }, [found.data]);
  const { sort: _, ...selectionParams } = params;
  const selection = useSelection(JSON.stringify(selectionParams));
  const selected = selection.isAllMatching ? (leads ?? rows.length) : selection.ids.size;
  const bulk = useBulkChange({ params, selection, rows, count: selected });
  const currency = found.data?.pages[0]?.currency ?? "usd";
  const { rowOptions, editing, openId, toStage } = useRowOptions({
    rows,
    layout: columns.layout,
    currency,
    selection,
    total: leads,
  });
  const { onToggle } = rowOptions;
  const allLoaded = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  useLeadsShortcuts({
    rows,
    handle,
    stages,
    onToggle,
    onStage: toStage,
    selection,
    onSelectAll: () => {
      const isOffered = allLoaded && leads && leads > rows.length && leads <= MAX_LEADS_PER_CHANGE;
      if (isOffered) selection.selectAllMatching();
      else selection.add(rows.map(({ id }) => id));
    },
    onSelectedStage: (stage) => void bulk.toStage(stage),
  });
  const onMore = useEventCallback(() => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()));
  // The rows of the next page, or of other filters, are still to come.
  const isLoading =
    found.hasNextPage || found.isPlaceholderData || (leads === undefined ? found.isFetching : leads > 0);
  return (
    <div className="flex h-[calc(100dvh-3rem-var(--notices,0px))] min-h-96 flex-col phone:h-[calc(100dvh-7.5rem-var(--notices,0px))]">
      <FocusedLead find={(leadId) => rows.find(({ id }) => id === leadId)} selected={selection.ids} />
      <ViewsBar
        config={urlState.config}
        shownColumns={writeLayout(columns.layout)}
        viewId={urlState.view}
        managesTeam={managesTeam}
        onShow={(id, next) => change({ ...next, view: id }, { push: true })}
      />
      <LeadsToolbar urlState={urlState} columns={columns} leads={leads} />
      <InvalidFilterNotice
        filterText={urlState.config.filter}
        className="px-4 py-2"
        onRemove={() => change({ filter: "" })}
      />
      {isViewMissing && (
        <LinkNotice
          title="The view in this link doesn't exist, or it isn't shared with you."
          label="Show all leads"
          className="px-4 py-2"
          onRemove={() => change({ view: "" })}
        />
      )}
      <p className="sr-only" role="status" aria-label="Columns">
        {columns.announcement}
      </p>
      <HeaderHint />
      {allLoaded && !selection.isAllMatching && leads && leads > rows.length && (
        <SelectAllMatching loadedCount={rows.length} totalCount={leads} onSelectAll={selection.selectAllMatching} />
      )}
      {found.isError && !found.data ? (
        <div className="p-4">
          <LoadError text="Couldn't load leads" error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : found.data && rows.length === 0 && !isLoading ? (
        <EmptyLeads urlState={urlState} />
      ) : (
        <LeadsTable
          rows={rows}
          total={leads}
          hasMore={found.hasNextPage || rows.length === 0}
          onMore={onMore}
          rowOptions={rowOptions}
          columns={columns}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          selection={selection}
          openId={openId}
          editing={editing}
          outdated={found.isPlaceholderData}
          handle={handle}
        />
      )}
      {selected > 0 && !isReadOnly && (
        <BulkBar
          count={selected}
          ids={selection.ids}
          busy={bulk.busy}
          done={bulk.done}
          onCancel={bulk.cancel}
          onClear={selection.clear}
          onStage={(stage) => void bulk.toStage(stage)}
          onChange={(changes, text) => void bulk.change(changes, text)}
        />
      )}
    </div>
  );
}

/** Shown when no leads match, or when there are no leads yet. */
function EmptyLeads({ urlState: { filter, q, scope, change } }: { urlState: LeadsUrlState }) {
  const onNewLead = use(NewLeadContext);
  const searched = q.trim();
  if (filter.rules.length > 0 || searched !== "" || scope !== "all")
    return (
      <EmptyState title="No matching leads" text={emptyText(filter.rules.length > 0, searched !== "")}>
        <Button onClick={() => change({ filter: "", q: "", scope: "", view: "" })}>Show all leads</Button>
        {searched && onNewLead && (
          <Button className="max-w-full" onClick={() => onNewLead(searched)}>
            <Plus aria-hidden="true" />
            <span className="min-w-0 truncate">{newLeadLabel(searched)}</span>
          </Button>
        )}
      </EmptyState>
    );
  return <NoLeads />;
}

const ARCHIVED: FilterGroup = { op: "and", rules: [{ field: "archived", is: "eq", value: true }] };

/** Without a live lead. Those that are archived are a link away. */
function NoLeads() {
  const isReadOnly = useIsReadOnly();
  const { data: archived, isPending } = useQuery(countQuery({ scope: "all", filter: ARCHIVED }));
  if (isPending) return null;
  if (archived && archived.leads > 0)
    return (
      <EmptyState
        title="No leads"
        text={`${archived.leads === 1 ? "1 lead is" : `${formatCount(archived.leads)} leads are`} archived. New leads appear here as they arrive.`}
      >
        <Link to={leadsPath(ARCHIVED)} className={buttonVariants()}>
          Show archived leads
        </Link>
      </EmptyState>
    );
  // A free account neither imports nor adds leads.
  if (isReadOnly)
    return (
      <EmptyState title="No leads yet" text="Leads from your forms and landing pages appear here as they arrive." />
    );
  return (
    <EmptyState
      title="No leads yet"
      text="Leads from your forms and landing pages appear here. You can also import a file, or press C to add one."
    >
      <Link to={crmPath("/import")} className={buttonVariants()}>
        Import leads
      </Link>
    </EmptyState>
  );
}

function emptyText(filtered: boolean, searched: boolean): string {
  if (filtered && searched) return "No leads match both your search and your filters.";
  if (searched) return "No name, email, company or phone number comes close to your search.";
  return filtered ? "No leads match your filters." : "There are no leads in this list.";
}

type Props = { loadedCount: number; totalCount: number; onSelectAll: () => void };

/** Offers to select the matching leads that are not loaded. */
function SelectAllMatching({ loadedCount, totalCount, onSelectAll }: Props) {
  return (
    <p
      className="flex items-center justify-center gap-2 border-line border-b bg-accent-tint py-1 text-13"
      role="status"
    >
      {formatCount(loadedCount)} loaded leads selected.
      {totalCount > MAX_LEADS_PER_CHANGE ? (
        ` Add a filter to select all: up to ${formatCount(MAX_LEADS_PER_CHANGE)} can change at a time.`
      ) : (
        <Button size="sm" variant="ghost" onClick={onSelectAll}>
          Select all {formatCount(totalCount)} matching
        </Button>
      )}
    </p>
  );
}

type Options = { params: LeadsParams; selection: Selection; rows: LeadRow[]; count: number };

/** Changes all selected leads, or all leads that match a filter, with one Undo. */
function useBulkChange({ params, selection, rows, count }: Options) {
  const actions = useLeadActions();
  const { stages } = useStages();
  const { run, busy, done, cancel } = useChangeLeads();
  const leadIds = async () => (selection.isAllMatching ? await listMatchingIds(params) : [...selection.ids]);
  const losing = useAction({
    action: leadIds,
    onSuccess: (ids) => actions.lose(ids, selection.clear),
    errorMessage: "Couldn't save the change",
  });
  const change = async (changes: LeadChanges, text: string) => {
    // Known leads change at once on the screen.
    const changed = await run({ leadIds: selection.isAllMatching ? leadIds : [...selection.ids], changes, text });
    // After a part of them, the others are still to do.
    if (changed && !changed.answer.problem && !changed.answer.isCanceled) selection.clear();
  };
  const toStage = (stage: string) => {
    const label = stages.find(({ key }) => key === stage)?.label ?? stage;
    const leads = count === 1 ? "1 lead" : `${formatCount(count)} leads`;
    const move = () => change({ stage }, `Moved ${leads} to ${label}`);
    if (stage === "won" && count > 1) {
      const chosen = rows.filter(({ id }) => selection.ids.has(id));
      const isKnown = !selection.isAllMatching && chosen.length === count;
      const unowned = isKnown ? chosen.filter(({ owner_id }) => !owner_id).length : null;
      return actions.win(count, unowned, () => void move());
    }
    if (stage !== "lost") return move();
    return losing.run();
  };
  return { busy, done: busy ? done : 0, cancel, change, toStage };
}
