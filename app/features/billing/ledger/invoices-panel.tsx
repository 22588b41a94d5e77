import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Download, FileText, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link as RouterLink } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { FilterSelect } from "~/shared/filter-select.tsx";
import { isUuid } from "~/shared/is-uuid.ts";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { PhoneSort } from "~/ui/phone-sort.tsx";
import { isDay } from "../../../../domain/calendar-day.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import {
  INVOICE_FILTERS,
  type InvoiceListItem,
  type InvoiceSearchParams,
  type InvoiceSearchResult,
  type InvoiceSort,
  invoiceSearchQuery,
  PAGE_SIZE,
} from "./api.ts";
import { exportInvoices } from "./export-invoices.ts";
import { InvoiceFilter, InvoiceFilterChips } from "./invoice-filter.tsx";
import { InvoiceBulkBar } from "./invoice-selection.tsx";
import { InvoicesTable } from "./invoices-table.tsx";

const SORTS: readonly InvoiceSort[] = ["created", "due", "amount", "number", "client"];

const PHONE_SORTS = [
  { sort: "created", descending: true, label: "Newest first" },
  { sort: "due", descending: false, label: "Due first" },
  { sort: "amount", descending: true, label: "Amount, highest first" },
  { sort: "client", descending: false, label: "Client, A to Z" },
] as const;

/** All invoices of all clients, with live search, filters, sorting and totals of the matches. */
export function InvoicesPanel() {
  const { params, change } = useSearchParamsFromUrl();
  const found = useQuery(invoiceSearchQuery(params));
  const { timeZone: zone = localZone() } = useBillingRegion();
  const exporting = useAction({
    action: () => exportInvoices(params, zone),
    errorMessage: "Couldn't export the invoices",
    isRead: true,
  });
  const [selected, select] = useSelected(JSON.stringify(params), found.data?.rows);
  // The name of a picked client shows before the list has it.
  const [picked, setPicked] = useState({ id: "", name: "" });
  const knownName = found.isPlaceholderData ? undefined : found.data;
  const clientName =
    picked.id === params.client ? picked.name : knownName ? (knownName.client ?? "Unknown client") : "…";
  const narrow = (changes: { client?: string; from?: string; until?: string }, name = "") => {
    if (changes.client) setPicked({ id: changes.client, name });
    change({ ...changes, page: "" });
  };
  const sort = (by: InvoiceSort, descending: boolean) => change({ sort: by, order: descending ? "" : "up", page: "" });
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <DebouncedSearchField
          label="Search by number, client or text"
          value={params.query}
          onChange={(q) => change({ q, page: "" })}
          // Wide enough for its label.
          className="relative min-w-0 flex-1 basis-70 md:max-w-80"
        />
        <FilterSelect
          legend="Which invoices to show"
          value={params.filter}
          options={INVOICE_FILTERS}
          counts={found.data?.counts}
          onChange={(status) => change({ status: status === "all" ? "" : status, page: "" })}
        />
        <span className="ml-auto">
          <InvoiceFilter params={params} today={found.data?.today} onChange={narrow} />
        </span>
        {/* Below this width, the table has no room for the column of its default order. */}
        <PhoneSort
          sort={params.sort}
          descending={params.descending}
          options={PHONE_SORTS}
          onSort={sort}
          className="md:block md:flex-none md:basis-auto xl:hidden"
        />
      </div>
      <InvoiceFilterChips params={params} clientName={clientName} onChange={narrow} />
      <QueryBoundary
        query={found}
        errorMessage="The invoices couldn't be loaded"
        skeleton={<TableSkeleton label="Loading the invoices" />}
      >
        {(data) => (
          <>
            <InvoiceSums result={data}>
              <Button
                size="sm"
                variant="ghost"
                className="-my-1 ml-auto"
                icon={<Download aria-hidden="true" />}
                loading={exporting.busy}
                disabled={data.total === 0}
                onClick={() => void exporting.run()}
              >
                <span>Export CSV</span>
              </Button>
            </InvoiceSums>
            {data.rows.length === 0 ? (
              <NoResults
                params={params}
                onReset={() => change({ q: "", status: "", client: "", from: "", until: "", page: "" })}
              />
            ) : (
              <InvoicesTable
                result={data}
                params={params}
                stale={found.isPlaceholderData}
                selected={selected}
                onSelect={select}
                onSort={sort}
              />
            )}
            <Pagination
              page={params.page}
              pageSize={PAGE_SIZE}
              total={data.total}
              itemsLabel="invoices"
              onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
            />
            {selected.length > 0 && <InvoiceBulkBar selected={selected} onKeep={select} />}
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

/** The selected invoices among those on the page. Another page, search or order begins without a selection. */
function useSelected(list: string, rows: InvoiceListItem[] = []) {
  const [state, setState] = useState({ list, ids: new Set<string>() });
  const ids = state.list === list ? state.ids : new Set<string>();
  const select = (next: readonly string[]) => setState({ list, ids: new Set(next) });
  return [rows.filter(({ id }) => ids.has(id)), select] as const;
}

function useSearchParamsFromUrl() {
  const { read, change } = useUrlState();
  const params: InvoiceSearchParams = {
    query: read("q"),
    filter: INVOICE_FILTERS.find(({ value }) => value === read("status"))?.value ?? "all",
    client: isUuid(read("client")) ? read("client") : "",
    from: isDay(read("from")) ? read("from") : "",
    until: isDay(read("until")) ? read("until") : "",
    sort: SORTS.find((name) => name === read("sort")) ?? "created",
    descending: read("order") !== "up",
    page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
  };
  return { params, change };
}

function NoResults({ params, onReset }: { params: InvoiceSearchParams; onReset: () => void }) {
  const isDated = Boolean(params.from || params.until);
  if (params.filter === "attention" && !params.query && !params.client && !isDated && params.page === 1)
    return (
      <EmptyState
        icon={<CircleCheck />}
        title="No payment issues"
        text="Disputes, payments in another currency, and invoices that were paid twice, in part or after they were canceled appear here."
      >
        <Button onClick={onReset}>Show all invoices</Button>
      </EmptyState>
    );
  const narrowed = params.query || params.client || isDated || params.filter !== "all" || params.page > 1;
  if (narrowed)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching invoices"
        text={`Nothing matches your search and filters.${isDated ? " Drafts haven't been sent yet, so they aren't in any period." : ""}`}
      >
        <Button onClick={onReset}>Show all invoices</Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={<FileText />} title="No invoices yet" text="Invoices from you and from retainers appear here.">
      <Button asChild>
        <RouterLink to="/admin/billing/new">New invoice</RouterLink>
      </Button>
    </EmptyState>
  );
}

/** What each total is. Billed is without credits, drafts and canceled invoices; received is less refunds, and says so. */
const SUMS = [
  { field: "amount", label: "billed" },
  { field: "received", label: "received" },
  { field: "refunded", label: "refunded" },
  { field: "owed", label: "open" },
  { field: "later", label: "active" },
  { field: "drafts", label: "in drafts" },
] as const;

/** The number of matches and their totals in each currency. */
function InvoiceSums({ result: { total, sums }, children }: { result: InvoiceSearchResult; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line-soft border-b bg-sunken px-4 py-2 text-13 text-ink-2">
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span>
          <span className="tabular-nums">{formatCount(total)}</span> {total === 1 ? "invoice" : "invoices"}
        </span>
        {sums.map((sum) => (
          <span key={sum.currency} className="flex flex-wrap gap-x-3 gap-y-1">
            {SUMS.map(({ field, label }) =>
              sum[field] === 0 ? null : (
                <span key={field} className="whitespace-nowrap">
                  <Money inText cents={sum[field]} currency={sum.currency} className="font-medium text-ink" /> {label}
                  {field === "received" && sum.refunded > 0 && ", less refunds"}
                </span>
              ),
            )}
          </span>
        ))}
      </p>
      {children}
    </div>
  );
}
