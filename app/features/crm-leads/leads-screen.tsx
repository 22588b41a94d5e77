import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type MouseEvent, useCallback, useMemo, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { BulkBar } from "~/shared/crm/bulk-bar.tsx";
import { changeLeads, type LeadChanges, MOST_LEADS_AT_ONCE, undoChange } from "~/shared/crm/change-leads.ts";
import { FilterBar } from "~/shared/crm/filter-bar.tsx";
import { useLeadActions } from "~/shared/crm/lead-actions.ts";
import { writeFilter } from "~/shared/crm/lead-filter.ts";
import { rememberList } from "~/shared/crm/lead-list.ts";
import { type LeadRow, number, refOf, SCOPES } from "~/shared/crm/lead-row.ts";
import { useStages } from "~/shared/crm/list-stages.ts";
import { offerUndo } from "~/shared/crm/undo-stack.ts";
import { useFilterChoices } from "~/shared/crm/use-filter-choices.ts";
import { useMinute } from "~/shared/crm/use-minute.ts";
import { useOpenLead } from "~/shared/crm/use-open-lead.ts";
import { useSelection } from "~/shared/crm/use-selection.ts";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { procedureProblem } from "~/shared/procedure-problem.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { TypedSearch } from "~/shared/typed-search.tsx";
import { Button, buttonVariants } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Segmented } from "~/ui/segmented.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { COLUMNS, rememberColumns } from "./columns.ts";
import type { RowLook } from "./leads-row.tsx";
import { LeadsTable, type TableHandle } from "./leads-table.tsx";
import { changeMatching, countQuery, leadsQuery } from "./load-leads.ts";
import { useLeadsAddress } from "./use-leads-address.ts";
import { useLeadsKeys } from "./use-leads-keys.ts";
import { ViewsBar } from "./views-bar.tsx";

type Props = { isAdmin: boolean };
type Bulk = { changes: LeadChanges; text: string };

/** Every lead, filtered, sorted and searched by the database; edited in place, one or ten thousand at once. */
export function LeadsScreen({ isAdmin }: Props) {
  const { question, filter, scope, sort, q, columns, config, view, change } = useLeadsAddress();
  const [search] = useSearchParams();
  const client = useQueryClient();
  const openLead = useOpenLead();
  const actions = useLeadActions();
  const { stages } = useStages();
  const { choices } = useFilterChoices();
  const now = useMinute();
  const [editing, setEditing] = useState<{ id: string; field: keyof LeadRow } | null>(null);
  const handle = useRef<TableHandle | null>(null);
  const anchor = useRef<string | null>(null);
  const found = useInfiniteQuery({ ...leadsQuery(question), placeholderData: keepPreviousData });
  const { data: count } = useQuery({ ...countQuery(question), placeholderData: keepPreviousData });
  const rows = useMemo(() => {
    const known = new Map<string, LeadRow>();
    for (const lead of found.data?.pages.flatMap((page) => page.rows) ?? []) known.set(lead.id, lead);
    return [...known.values()];
  }, [found.data]);
  const { sort: _, ...asked } = question;
  const selection = useSelection(JSON.stringify(asked));
  const again = useCallback(() => client.invalidateQueries({ queryKey: queryKeys.crm() }), [client]);

  const bulk = useMutation({
    mutationFn: async ({ changes }: Bulk) =>
      selection.whole ? changeMatching(asked, changes) : changeLeads([...selection.ids], changes),
    onSuccess: ({ batchId, changed, skipped }, { text }) => {
      if (changed > 0) offerUndo({ text, undo: () => undoChange(batchId) });
      if (skipped > 0) toast.info(`${number.format(skipped)} were so already, or are not yours to change`);
      selection.clear();
    },
    onError: (error) => toast.error(procedureProblem(error, "Nothing was changed")),
    onSettled: again,
  });
  const toStage = useCallback(
    (lead: LeadRow, stage: string) => {
      actions.move([refOf(lead)], stage);
    },
    [actions],
  );
  const selectedRefs = () => rows.filter(({ id }) => selection.ids.has(id)).map(refOf);
  const bulkStage = (stage: string) => {
    const label = stages.find(({ key }) => key === stage)?.label ?? stage;
    if (stage === "lost") {
      if (selection.whole) return toast.info("Leads are lost for a reason: select them one by one, or filter further");
      actions.move(selectedRefs(), stage);
      return selection.clear();
    }
    bulk.mutate({ changes: { stage }, text: `Moved ${number.format(selectedCount)} to ${label}` });
  };
  const selectedCount = selection.whole ? (count?.leads ?? rows.length) : selection.ids.size;

  const open = openLead.open;
  const onOpen = useCallback(
    (lead: LeadRow, event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.button !== 0) return;
      event.preventDefault();
      rememberList({ name: "Leads", path: `/crm/leads?${search}`, ids: rows.map(({ id }) => id) });
      open(lead.id);
    },
    [open, rows, search],
  );
  const onToggle = useCallback(
    (id: string, range: boolean) => {
      const [from, to] = [
        rows.findIndex((lead) => lead.id === anchor.current),
        rows.findIndex((lead) => lead.id === id),
      ];
      anchor.current = id;
      if (range && from !== -1)
        selection.add(rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((lead) => lead.id));
      else selection.toggle(id);
    },
    [rows, selection],
  );
  const shown = useMemo(() => COLUMNS.filter(({ key }) => columns.includes(key)), [columns]);
  const currency = found.data?.pages[0]?.currency ?? "usd";
  const look = useMemo<RowLook>(
    () => ({
      columns: shown,
      template: `44px ${shown.map(({ width }) => width).join(" ")}`,
      currency,
      now,
      choices,
      hrefOf: (leadId) => {
        const next = new URLSearchParams(search);
        next.set("lead", leadId);
        return `?${next}`;
      },
      onOpen,
      onToggle,
      onEdit: (edit) => {
        setEditing((before) => {
          // Back to the cell that was edited, so that arrows and e go on from there.
          if (!edit && before)
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>(`[data-lead="${before.id}"] [data-cell="${before.field}"]`)?.focus(),
            );
          return edit;
        });
      },
      onSaved: again,
      onStage: (lead, stage) => {
        if (stage !== "lost" && stage !== "won") return false;
        toStage(lead, stage);
        return true;
      },
    }),
    [shown, currency, now, choices, search, onOpen, onToggle, again, toStage],
  );
  useLeadsKeys({ rows, handle, stages, onToggle, onStage: toStage, onAssign: (lead) => actions.assign([refOf(lead)]) });
  const filtered = filter.rules.length > 0 || q.trim() !== "" || scope !== "all";
  const allLoaded = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col phone:h-[calc(100dvh-7.5rem)]">
      <ViewsBar
        config={config}
        viewId={view}
        isAdmin={isAdmin}
        onShow={(id, next) => change({ ...next, view: id }, { push: true })}
      />
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-1.5">
        <TypedSearch
          label="Search leads"
          value={q}
          onChange={(next) => change({ q: next })}
          className="relative min-w-0 basis-56 phone:basis-full"
        />
        <Segmented
          legend="Whose leads"
          options={SCOPES}
          value={scope}
          onChange={(next) => change({ scope: next === "all" ? "" : next })}
        />
        <FilterBar filter={filter} onChange={(next) => change({ filter: writeFilter(next) })} />
        <span className="flex-1" />
        <p className="text-ink-3 text-xs" role="status">
          {count ? (
            <>
              <span className="num text-ink">{number.format(count.leads)}</span> {count.leads === 1 ? "lead" : "leads"}
            </>
          ) : (
            <Skeleton className="w-16" />
          )}
        </p>
        <Link
          to={`/crm/import?${search}`}
          className={buttonVariants({ variant: "ghost", size: "sm", className: "phone:hidden" })}
        >
          <Download aria-hidden="true" />
          Export
        </Link>
        <ColumnChoice
          chosen={columns}
          onChange={(keys) => {
            rememberColumns(keys);
            change({ cols: keys.join(",") });
          }}
        />
      </div>
      {allLoaded && !selection.whole && count && count.leads > rows.length && count.leads <= MOST_LEADS_AT_ONCE && (
        <p
          className="flex items-center justify-center gap-2 border-line border-b bg-accent-tint py-1 text-13"
          role="status"
        >
          {number.format(rows.length)} loaded leads are selected.
          <Button size="sm" variant="ghost" onClick={selection.takeWhole}>
            Select all {number.format(count.leads)} matching
          </Button>
        </p>
      )}
      {found.isError && !found.data ? (
        <div className="p-4">
          <LoadFailure text="The leads could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : found.data && rows.length === 0 ? (
        filtered ? (
          <EmptyState title="No lead is like that" text="Nothing matches the search and the filter together.">
            <Button onClick={() => change({ filter: "", q: "", scope: "", view: "" })}>Show all leads</Button>
          </EmptyState>
        ) : (
          <EmptyState
            title="No leads yet"
            text="Forms and landing pages bring them here; so does an import, or the key C."
          >
            <Link to="/crm/import" className={buttonVariants()}>
              Import leads
            </Link>
          </EmptyState>
        )
      ) : (
        <LeadsTable
          rows={rows}
          total={count?.leads}
          hasMore={found.isPending || found.hasNextPage}
          onMore={() => void (found.hasNextPage && !found.isFetching && found.fetchNextPage())}
          look={look}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          selection={selection}
          openId={openLead.leadId}
          editing={editing}
          outdated={found.isPlaceholderData}
          handle={handle}
        />
      )}
      {selectedCount > 0 && (
        <BulkBar
          count={selectedCount}
          busy={bulk.isPending}
          onClear={selection.clear}
          onStage={bulkStage}
          onChange={(changes, text) => bulk.mutate({ changes, text })}
        />
      )}
    </div>
  );
}
