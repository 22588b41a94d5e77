import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarSync, SearchX } from "lucide-react";
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
import { Money } from "~/ui/money.tsx";
import { RetainerSheet } from "./retainer-sheet.tsx";
import { RetainersTable } from "./retainers-table.tsx";
import { PAGE_SIZE, RETAINER_FILTERS, type RetainerSearchResult, searchRetainers } from "./search-retainers.ts";

/** All retainers of all clients, what they bring a month, and the editor of one. */
export function RetainersPanel() {
  const { read, change } = useUrlState();
  const params = {
    query: read("q"),
    filter: RETAINER_FILTERS.find(({ value }) => value === read("status"))?.value ?? "all",
    page: Math.max(1, Math.trunc(Number(read("page"))) || 1),
  };
  const found = useQuery({
    queryKey: queryKeys.retainerSearch(params),
    queryFn: () => searchRetainers(params),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  const opened = read("retainer");
  const narrowed = params.query || params.filter !== "all" || params.page > 1;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <DebouncedSearchField
          label="Search by name or client"
          value={params.query}
          onChange={(q) => change({ q, page: "" })}
        />
        <FilterSelect
          legend="Which retainers to show"
          value={params.filter}
          options={RETAINER_FILTERS}
          counts={found.data?.counts}
          onChange={(status) => change({ status: status === "all" ? "" : status, page: "" })}
        />
      </div>
      <QueryBoundary
        query={found}
        errorMessage="The retainers could not be loaded"
        skeleton={<TableSkeleton label="Loading the retainers" />}
      >
        {(data) => (
          <>
            <Sums result={data} />
            {data.rows.length > 0 && (
              <RetainersTable
                retainers={data.rows}
                stale={found.isPlaceholderData}
                onOpen={(id) => change({ retainer: id }, { push: true })}
              />
            )}
            {data.rows.length === 0 && (
              <EmptyState
                icon={narrowed ? <SearchX /> : <CalendarSync />}
                title={narrowed ? "No retainer fits" : "No retainers yet"}
                text={
                  narrowed
                    ? "Nothing matches these words and this filter."
                    : "A retainer sends its client an invoice every month, by itself."
                }
              >
                <Button
                  onClick={() => (narrowed ? change({ q: "", status: "", page: "" }) : change({ retainer: "new" }))}
                >
                  {narrowed ? "Show all retainers" : "New retainer"}
                </Button>
              </EmptyState>
            )}
            <Pagination
              page={params.page}
              pageSize={PAGE_SIZE}
              total={data.total}
              itemsLabel="retainers"
              onPageChange={(page) => change({ page: page > 1 ? String(page) : "" }, { push: true })}
            />
            <RetainerSheet
              retainerParam={opened}
              retainer={data.rows.find(({ id }) => id === opened)}
              onClose={() => change({ retainer: "" })}
              onReload={() => void found.refetch()}
            />
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Sums({ result: { total, sums } }: { result: RetainerSearchResult }) {
  return (
    <p
      aria-live="polite"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line-soft border-b bg-sunken px-4 py-2 text-13 text-ink-2"
    >
      <span>
        <span className="num">{new Intl.NumberFormat().format(total)}</span> {total === 1 ? "retainer" : "retainers"}
      </span>
      {sums.map(({ currency, amount }) => (
        <span key={currency}>
          <Money cents={amount} currency={currency} className="font-medium text-ink" /> a month
        </span>
      ))}
    </p>
  );
}
