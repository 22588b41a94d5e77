import { useQuery } from "@tanstack/react-query";
import { FileText, SearchX, TriangleAlert } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { ClientLink } from "~/shared/client-link.tsx";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { FilterSelect } from "~/shared/filter-select.tsx";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceDescription, invoiceName } from "../../../../domain/invoices.ts";
import { INVOICE_ATTENTION } from "../lib/invoice-attention.ts";
import { DueDate } from "../lib/invoice-parts.tsx";
import {
  INVOICE_FILTERS,
  type InvoiceListItem,
  type InvoiceSearchParams,
  type InvoiceSearchResult,
  type InvoiceSort,
  invoiceSearchQuery,
  PAGE_SIZE,
} from "./api.ts";

const SORTS: readonly InvoiceSort[] = ["created", "due", "amount", "number", "client"];

/** All invoices of all clients, with live search, filters, sorting and totals of the matches. */
export function InvoicesPanel() {
  const { params, change } = useSearchParamsFromUrl();
  const found = useQuery(invoiceSearchQuery(params));
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <DebouncedSearchField
          label="Search by number, client or words"
          value={params.query}
          onChange={(q) => change({ q, page: "" })}
        />
        <FilterSelect
          legend="Which invoices to show"
          value={params.filter}
          options={INVOICE_FILTERS}
          counts={found.data?.counts}
          onChange={(status) => change({ status: status === "all" ? "" : status, page: "" })}
        />
      </div>
      <QueryBoundary
        query={found}
        errorMessage="The invoices couldn't be loaded"
        skeleton={<TableSkeleton label="Loading the invoices" />}
      >
        {(data) => (
          <>
            <InvoiceSums result={data} />
            {data.rows.length === 0 ? (
              <NoResults params={params} onReset={() => change({ q: "", status: "", page: "" })} />
            ) : (
              <InvoicesTable
                result={data}
                params={params}
                stale={found.isPlaceholderData}
                onSort={(sort, descending) => change({ sort, order: descending ? "" : "up", page: "" })}
              />
            )}
            <Pagination
              page={params.page}
              pageSize={PAGE_SIZE}
              total={data.total}
              itemsLabel="invoices"
              onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
            />
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function useSearchParamsFromUrl() {
  const { read, change } = useUrlState();
  const params: InvoiceSearchParams = {
    query: read("q"),
    filter: INVOICE_FILTERS.find(({ value }) => value === read("status"))?.value ?? "all",
    sort: SORTS.find((name) => name === read("sort")) ?? "created",
    descending: read("order") !== "up",
    page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
  };
  return { params, change };
}

function NoResults({ params, onReset }: { params: InvoiceSearchParams; onReset: () => void }) {
  const narrowed = params.query || params.filter !== "all" || params.page > 1;
  if (narrowed)
    return (
      <EmptyState icon={<SearchX />} title="No matching invoices" text="Nothing matches these words and this filter.">
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

type Props = {
  result: InvoiceSearchResult;
  params: InvoiceSearchParams;
  /** Another query is loading, and these rows are from the previous one. */
  stale: boolean;
  onSort: (sort: InvoiceSort, descending: boolean) => void;
};

/** The number links to the invoice and covers the whole row. */
const ROW_LINK =
  "num text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2";

function InvoicesTable({ result, params, stale, onSort }: Props) {
  const sortable = (sort: InvoiceSort) => ({
    sorted: params.sort === sort ? (params.descending ? ("descending" as const) : ("ascending" as const)) : null,
    onSort: () => onSort(sort, params.sort === sort ? !params.descending : sort !== "client"),
  });
  return (
    <Table aria-label="Invoices" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead {...sortable("number")}>Invoice</TableHead>
          <TableHead {...sortable("client")}>Client</TableHead>
          <TableHead>Description</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric {...sortable("amount")}>
            Amount
          </TableHead>
          <TableHead {...sortable("due")}>Due</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {result.rows.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} today={result.today} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ invoice, today }: { invoice: InvoiceListItem; today: string }) {
  const { id, status, description, amount, currency, client_company, client_name, needs_attention } = invoice;
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="whitespace-nowrap phone:order-5 phone:text-xs">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={`/admin/billing/${id}`}>{invoiceName(invoice)}</RouterLink>
        </Link>
      </TableCell>
      <TableCell className="max-w-56 truncate font-medium phone:order-1 phone:max-w-none phone:text-sm phone:even:text-left">
        <ClientLink id={invoice.client_id}>{client_company || client_name}</ClientLink>
      </TableCell>
      <TableCell className="max-w-72 truncate text-ink-2 phone:order-3 phone:max-w-none phone:text-xs phone:even:text-left">
        {invoiceDescription(description)}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <span className="inline-flex items-center gap-1.5">
          <InvoiceChip status={status} />
          {needs_attention && (
            <span title={INVOICE_ATTENTION[needs_attention].text} className="text-warn-fg">
              <TriangleAlert aria-hidden="true" className="size-3.5" />
              <span className="sr-only">Needs attention: {INVOICE_ATTENTION[needs_attention].text}</span>
            </span>
          )}
        </span>
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={amount} currency={currency} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-6 phone:text-right phone:text-xs">
        <Dates invoice={invoice} today={today} />
      </TableCell>
    </TableRow>
  );
}

function Dates({ invoice: { status, due_date, paid_date }, today }: { invoice: InvoiceListItem; today: string }) {
  if (paid_date) return <span className="text-ink-3">paid {formatDay(paid_date)}</span>;
  return (
    <span className={cn(status === "void" && "text-ink-3")}>
      <DueDate invoice={{ status, due_date }} today={today} />
    </span>
  );
}

/** The number of matches and their totals in each currency. Canceled invoices count as zero. */
function InvoiceSums({ result: { total, sums } }: { result: InvoiceSearchResult }) {
  return (
    <p
      aria-live="polite"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line-soft border-b bg-sunken px-4 py-2 text-13 text-ink-2"
    >
      <span>
        <span className="num">{formatCount(total)}</span> {total === 1 ? "invoice" : "invoices"}
      </span>
      {sums.map(({ currency, amount, owed }) => (
        <span key={currency} className="whitespace-nowrap">
          <Money cents={amount} currency={currency} className="font-medium text-ink" /> in total
          {owed > 0 && (
            <>
              , <Money cents={owed} currency={currency} /> open
            </>
          )}
        </span>
      ))}
    </p>
  );
}
