import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, SearchX } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { DebouncedSearchField } from "~/shared/debounced-search-field.tsx";
import { FilterSelect } from "~/shared/filter-select.tsx";
import { Pagination } from "~/shared/pagination.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { InvoiceSums } from "./invoice-sums.tsx";
import { InvoicesTable } from "./invoices-table.tsx";
import {
  INVOICE_FILTERS,
  type InvoiceSearchParams,
  type InvoiceSort,
  PAGE_SIZE,
  searchInvoices,
} from "./search-invoices.ts";

const SORTS: readonly InvoiceSort[] = ["created", "due", "amount", "number", "client"];

/** All invoices of all clients: found while one types, filtered, sorted, with the sums of what was found. */
export function InvoicesPanel() {
  const { params, change } = useSearchParamsFromUrl();
  const found = useQuery({
    queryKey: queryKeys.invoiceSearch(params),
    queryFn: () => searchInvoices(params),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
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
        errorMessage="The invoices could not be loaded"
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
      <EmptyState icon={<SearchX />} title="No invoice fits" text="Nothing matches these words and this filter.">
        <Button onClick={onReset}>Show all invoices</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<FileText />}
      title="No invoices yet"
      text="Invoices that you write, and those that retainers issue, appear here."
    >
      <Button asChild>
        <RouterLink to="/admin/billing/new">New invoice</RouterLink>
      </Button>
    </EmptyState>
  );
}
