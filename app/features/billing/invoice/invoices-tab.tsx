import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { TabsCount } from "~/ui/tabs.tsx";
import { InvoicesTable } from "./invoices-table.tsx";
import type { InvoiceFilter } from "./list-invoices.ts";
import { NoInvoices } from "./no-invoices.tsx";
import { useInvoices } from "./use-invoices.ts";

/** How many there are of each, counted by the database; undefined while that is on its way. */
export type InvoiceCounts = Record<InvoiceFilter, number>;
type Props = { userId: string; counts: InvoiceCounts | undefined };

/** The client's invoices: all, what is open, or what is paid, a page at a time. */
export function InvoicesTab({ userId, counts }: Props) {
  const [filter, setFilter] = useState<InvoiceFilter>("all");
  const query = useInvoices(userId, filter);
  const count = (name: InvoiceFilter, label: string) => (counts?.[name] ? `${label} ${counts[name]}` : label);
  return (
    <QueryBoundary
      query={query}
      errorMessage="Your invoices could not be loaded"
      skeleton={<TableSkeleton label="Loading your invoices" />}
    >
      {({ pages }) => {
        const invoices = pages.flatMap((page) => page.invoices);
        const none = invoices.length === 0;
        if (none && filter === "all" && !query.isPlaceholderData) return <NoInvoices filter="all" />;
        return (
          <Card className="overflow-hidden">
            <CardHeader className="phone:flex-wrap phone:py-2.5">
              <CardTitle>Invoices</CardTitle>
              {counts && <TabsCount>{counts.all}</TabsCount>}
              <SegmentedControl
                legend="Which invoices to show"
                className="ml-auto phone:ml-0 phone:w-full phone:[&>label]:flex-1"
                value={filter}
                onChange={setFilter}
                options={[
                  { value: "all", label: "All" },
                  { value: "open", label: count("open", "Open") },
                  { value: "paid", label: "Paid" },
                ]}
              />
            </CardHeader>
            {none && !query.isPlaceholderData && <NoInvoices filter={filter} />}
            {!none && (
              <InvoicesTable invoices={invoices} today={pages[0]?.today ?? ""} stale={query.isPlaceholderData} />
            )}
            {query.hasNextPage && (
              <div className="flex items-center justify-between gap-3 border-line-soft border-t px-4 py-2.5 text-13 text-ink-3">
                <span>
                  {invoices.length} shown{counts && ` of ${counts[filter]}`}
                </span>
                <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  <span>Show more</span>
                </Button>
              </div>
            )}
          </Card>
        );
      }}
    </QueryBoundary>
  );
}
