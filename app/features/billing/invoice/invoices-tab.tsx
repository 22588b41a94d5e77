import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, FileText } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { AmountNote } from "~/shared/amount-note.tsx";
import { AskAboutMoneyOf } from "~/shared/ask-owner.tsx";
import { AccountFilter, AccountLine, type PortalAccounts, usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useUrlState } from "~/shared/use-url-state.ts";
import { usePortalPath } from "~/shared/view-as.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link, rowLinkClasses } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { SegmentedControl } from "~/ui/segmented-control.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TabsCount } from "~/ui/tabs.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { invoiceDescription, isPayable } from "../../../../domain/invoices.ts";
import { DueDate } from "../lib/invoice-parts.tsx";
import { FILTERS, type Invoice, type InvoiceFilter, invoicesQuery } from "./api.ts";
import { BillingDetailsDialog } from "./billing-details.tsx";
import { DownloadIconButton, PayButton } from "./invoice-buttons.tsx";

/** The count for each filter, from the database; undefined while it loads. */
type InvoiceCounts = Record<InvoiceFilter, number>;
type Props = { userId: string; counts: InvoiceCounts | undefined };

/** The client's invoices: all, open, paid or refunded, a page at a time. The filter is in the URL, so Back restores it. */
export function InvoicesTab({ userId, counts: allCounts }: Props) {
  const { read, change } = useUrlState();
  const [filter, setFilter] = useState(FILTERS.find((name) => name === read("show")) ?? "all");
  const show = (next: InvoiceFilter) => {
    setFilter(next);
    change({ show: next === "all" ? "" : next });
  };
  const portal = usePortalAccounts(userId);
  const { chosen } = portal;
  const query = useInfiniteQuery(invoicesQuery(userId, filter, chosen?.id));
  // The figures are of all accounts.
  const counts = chosen ? undefined : allCounts;
  const count = (name: InvoiceFilter, label: string) => (counts?.[name] ? `${label} ${counts[name]}` : label);
  return (
    <QueryBoundary
      query={query}
      errorMessage="Your invoices couldn't be loaded"
      skeleton={<TableSkeleton label="Loading your invoices" />}
    >
      {({ pages }) => {
        const invoices = pages.flatMap((page) => page.invoices);
        const none = invoices.length === 0;
        if (none && filter === "all" && !chosen && !query.isPlaceholderData)
          return <NoInvoices filter="all" account={undefined} />;
        // Only those that name the person are theirs to see there.
        if (none && filter === "all" && portal.ask && !query.isPlaceholderData) return <AskAboutMoneyOf {...portal} />;
        return (
          <Card className="overflow-hidden">
            <CardHeader className="phone:flex-wrap phone:py-2.5">
              <CardTitle>Invoices</CardTitle>
              {counts && <TabsCount>{counts.all}</TabsCount>}
              <BillingDetailsDialog userId={userId} className="ml-auto" />
              <AccountFilter {...portal} />
              <SegmentedControl
                legend="Which invoices to show"
                className="phone:w-full phone:[&>label]:flex-1"
                value={filter}
                onChange={show}
                options={[
                  { value: "all", label: "All" },
                  { value: "open", label: count("open", "Open") },
                  { value: "paid", label: "Paid" },
                  ...(counts?.refunded || filter === "refunded"
                    ? [{ value: "refunded" as const, label: "Refunded" }]
                    : []),
                ]}
              />
            </CardHeader>
            {none && !query.isPlaceholderData && <NoInvoices filter={filter} account={chosen?.name} />}
            {!none && (
              <InvoicesTable
                invoices={invoices}
                today={pages[0]?.today ?? ""}
                stale={query.isPlaceholderData}
                nameOf={portal.nameOf}
              />
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
  nameOf: PortalAccounts["nameOf"];
};

/** A client's invoices, overdue ones first: a table, without the column Paid on a tablet, or two-line cards on a phone. */
function InvoicesTable({ invoices, today, stale, nameOf }: InvoicesTableProps) {
  return (
    <Table aria-label="Invoices" cards stale={stale}>
      <TableHeader>
        <TableRow>
          <TableHead>Invoice</TableHead>
          <TableHead>Description</TableHead>
          <TableHead>Status</TableHead>
          <TableHead numeric>Amount</TableHead>
          <TableHead>Due</TableHead>
          <TableHead className="max-xl:hidden">Paid</TableHead>
          <TableHead>
            <span className="sr-only">Actions</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} today={today} account={nameOf(invoice.account_id)} />
        ))}
      </TableBody>
    </Table>
  );
}

/** The number links to the invoice and covers the whole row. Pay is above that link. */
const ROW_LINK = `num text-ink no-underline hover:underline ${rowLinkClasses}`;

type InvoiceRowProps = {
  invoice: Invoice;
  today: string;
  /** The account that it is for, if the client has several. */
  account: string | null;
};

function InvoiceRow({ invoice, today, account }: InvoiceRowProps) {
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
      <TableCell
        title={invoiceDescription(description)}
        className="wrap-anywhere whitespace-normal text-pretty py-2 min-w-40 phone:min-w-0 text-ink-2 lg:max-w-96 phone:order-3 phone:even:text-left"
      >
        <span className="lg:line-clamp-2">{invoiceDescription(description)}</span>
        <AccountLine name={account} />
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <InvoiceChip status={readableStatus(invoice)} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={amount} currency={currency} />
        <AmountNote invoice={invoice} />
      </TableCell>
      <TableCell
        className={cn("whitespace-nowrap text-ink-2 phone:order-5 phone:text-xs", payable && "phone:col-span-2")}
      >
        {paid_date && <span className="xl:hidden">Paid {formatDay(paid_date)}</span>}
        {!paid_date && invoice.due_date && <span className="md:hidden">Due </span>}
        <span className={paid_date ? "max-xl:hidden" : undefined}>
          <DueDate invoice={invoice} today={today} />
        </span>
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2 max-xl:hidden">
        {paid_date ? formatDay(paid_date) : "–"}
      </TableCell>
      <TableCell
        pinned
        className={cn(
          "w-44 text-right phone:order-6 phone:w-auto",
          payable ? "phone:col-span-2 phone:pt-1.5" : "phone:-my-2 phone:-mr-2.5 phone:self-center",
        )}
      >
        <span className="flex items-center justify-end gap-1.5">
          {payable && (
            <PayButton invoice={{ ...invoice, amount: invoice.owed_amount }} className="relative z-1 phone:flex-1" />
          )}
          <DownloadIconButton invoice={invoice} className="relative z-1" />
        </span>
      </TableCell>
    </TableRow>
  );
}

/** Explains an empty list of invoices. */
function NoInvoices({ filter, account }: { filter: InvoiceFilter; account: string | undefined }) {
  if (account && filter === "all")
    return (
      <EmptyState icon={<FileText />} title="No invoices yet" text={`There are no invoices for ${account} yet.`} />
    );
  if (filter === "open")
    return <EmptyState icon={<CircleCheck />} title="Nothing to pay" text="You have no open invoices." />;
  if (filter === "refunded")
    return <EmptyState icon={<FileText />} title="Nothing refunded" text="Refunded invoices appear here." />;
  if (filter === "paid")
    return <EmptyState icon={<FileText />} title="Nothing paid yet" text="Invoices appear here once they're paid." />;
  return (
    <Card>
      <EmptyState
        icon={<FileText />}
        title="No invoices yet"
        text="Your invoices appear here when we send the first one."
      />
    </Card>
  );
}
