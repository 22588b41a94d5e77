import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, FileText } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { usePortalPath } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TabsCount } from "~/ui/tabs.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceDescription, isPayable } from "../../../../domain/invoices.ts";
import { DueDate } from "../lib/invoice-parts.tsx";
import { type Invoice, type InvoiceFilter, invoicesQuery } from "./api.ts";
import { PayButton } from "./invoice-buttons.tsx";

/** The count for each filter, from the database; undefined while it loads. */
type InvoiceCounts = Record<InvoiceFilter, number>;
type Props = { userId: string; counts: InvoiceCounts | undefined };

/** The client's invoices: all, open or paid, a page at a time. */
export function InvoicesTab({ userId, counts }: Props) {
  const [filter, setFilter] = useState<InvoiceFilter>("all");
  const query = useInfiniteQuery(invoicesQuery(userId, filter));
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

type InvoicesTableProps = {
  invoices: Invoice[];
  today: string;
  /** Another filter is loading, and these rows are from the previous one. */
  stale: boolean;
};

/** A client's invoices, newest first: a table, or two-line cards on a phone. */
function InvoicesTable({ invoices, today, stale }: InvoicesTableProps) {
  const urgent = mostUrgent(invoices);
  return (
    <Table aria-label="Invoices" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead>Invoice</TableHead>
          <TableHead>Description</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric>Amount</TableHead>
          <TableHead>Due</TableHead>
          <TableHead>Paid</TableHead>
          <TableHead>
            <span className="sr-only">Payment</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} today={today} urgent={invoice.id === urgent} />
        ))}
      </TableBody>
    </Table>
  );
}

/** The payable invoice with the earliest due date, because only one primary button is in view. */
function mostUrgent(invoices: Invoice[]): string | undefined {
  const due = ({ due_date }: Invoice) => due_date ?? "9999";
  return invoices.filter(({ status }) => isPayable(status)).toSorted((a, b) => due(a).localeCompare(due(b)))[0]?.id;
}

/** The number links to the invoice and covers the whole row. Pay is above that link. */
const ROW_LINK =
  "num text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2";

type InvoiceRowProps = { invoice: Invoice; today: string; urgent: boolean };

function InvoiceRow({ invoice, today, urgent }: InvoiceRowProps) {
  const { id, invoice_number, status, description, amount, currency, paid_date } = invoice;
  const payable = isPayable(status);
  const portalPath = usePortalPath();
  return (
    <TableRow className="relative cursor-pointer">
      <TableCell className="whitespace-nowrap phone:order-1 phone:text-sm">
        <Link asChild className={ROW_LINK}>
          <RouterLink to={portalPath(`/invoices/${id}`)}>{invoice_number}</RouterLink>
        </Link>
      </TableCell>
      <TableCell className="max-w-80 truncate text-ink-2 phone:order-3 phone:max-w-none phone:even:text-left">
        {invoiceDescription(description)}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <InvoiceChip status={status} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={amount} currency={currency} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 phone:order-5 phone:col-span-2 phone:text-xs">
        <span className="md:hidden">{paid_date ? `Paid ${formatDay(paid_date)}` : invoice.due_date && "Due "}</span>
        <span className={paid_date ? "phone:hidden" : undefined}>
          <DueDate invoice={invoice} today={today} />
        </span>
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {paid_date ? formatDay(paid_date) : "–"}
      </TableCell>
      <TableCell
        hideOnPhone={!payable}
        className="w-32 text-right phone:order-6 phone:col-span-2 phone:w-auto phone:pt-1.5"
      >
        {payable && (
          <PayButton
            invoice={{ ...invoice, amount: invoice.owed_amount }}
            primary={urgent}
            className="relative z-1 phone:w-full"
          />
        )}
      </TableCell>
    </TableRow>
  );
}

/** Explains an empty list of invoices. */
function NoInvoices({ filter }: { filter: InvoiceFilter }) {
  if (filter === "open")
    return <EmptyState icon={<CircleCheck />} title="Nothing to pay" text="Every invoice is settled. Thank you." />;
  if (filter === "paid")
    return <EmptyState icon={<FileText />} title="Nothing paid yet" text="Invoices move here once they are paid." />;
  return (
    <Card>
      <EmptyState
        icon={<FileText />}
        title="No invoices yet"
        text="Your invoices appear here as soon as the agency sends the first one."
      />
    </Card>
  );
}
