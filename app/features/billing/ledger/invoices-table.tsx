import { TriangleAlert } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { formatDay } from "~/shared/format-date.ts";
import { InvoiceChip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { daysBetween, invoiceDescription } from "../../../../domain/invoices.ts";
import { INVOICE_ATTENTION } from "../lib/invoice-attention.ts";
import { invoiceName } from "./invoice-name.ts";
import type { InvoiceListItem, InvoiceSearchParams, InvoiceSearchResult, InvoiceSort } from "./search-invoices.ts";

type Props = {
  result: InvoiceSearchResult;
  params: InvoiceSearchParams;
  /** Another question is on its way: what is shown still answers the one before. */
  stale: boolean;
  onSort: (sort: InvoiceSort, descending: boolean) => void;
};

/** The number opens the invoice, over the whole row. */
const ROW_LINK =
  "num text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2";

export function InvoicesTable({ result, params, stale, onSort }: Props) {
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
        {client_company || client_name}
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
  if (!due_date) return "–";
  if (status !== "overdue") return <span className={cn(status === "void" && "text-ink-3")}>{formatDay(due_date)}</span>;
  const days = daysBetween(due_date, today);
  return (
    <span className="text-bad-fg">
      {formatDay(due_date)} <span className="ml-1 text-xs">{days === 1 ? "1 day late" : `${days} days late`}</span>
    </span>
  );
}
