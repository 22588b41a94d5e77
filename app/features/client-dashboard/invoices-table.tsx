import { FileText } from "lucide-react";
import { formatDay, today } from "~/shared/format-date.ts";
import { Card } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { invoiceDescription, shownInvoiceStatus } from "../../../domain/invoices.ts";
import type { Invoice } from "./list-invoices.ts";

/** A client's invoices, newest first: a table, and cards of two lines on a phone. */
export function InvoicesTable({ invoices }: { invoices: Invoice[] }) {
  if (invoices.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<FileText />}
          title="No invoices yet"
          text="Your invoices appear here as soon as the agency sends the first one."
        />
      </Card>
    );
  return (
    <Card className="overflow-hidden">
      <Table aria-label="Invoices" cards>
        <TableHeader>
          <TableRow>
            <TableHead>Invoice</TableHead>
            <TableHead>Description</TableHead>
            <TableHead>Status</TableHead>
            <TableHead numeric>Amount</TableHead>
            <TableHead>Due</TableHead>
            <TableHead>Paid</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const status = shownInvoiceStatus(invoice, today());
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap phone:order-3 phone:text-ink-3 phone:text-xs">
        <span className="num">{invoice.invoice_number}</span>
        <span className="md:hidden">
          {" · "}
          <DueDate invoice={invoice} late={status === "overdue"} />
        </span>
      </TableCell>
      <TableCell className="max-w-80 truncate phone:order-1 phone:max-w-none phone:text-sm phone:even:text-left">
        {invoiceDescription(invoice.description)}
      </TableCell>
      <TableCell className="phone:order-4 phone:text-right">
        <InvoiceChip status={status} />
      </TableCell>
      <TableCell numeric className="phone:order-2 phone:text-sm">
        <Money cents={invoice.amount} currency={invoice.currency} />
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap">
        <DueDate invoice={invoice} late={status === "overdue"} />
      </TableCell>
      <TableCell hideOnPhone className="whitespace-nowrap text-ink-2">
        {invoice.paid_date ? formatDay(invoice.paid_date) : "–"}
      </TableCell>
    </TableRow>
  );
}

function DueDate({ invoice: { due_date }, late }: { invoice: Invoice; late: boolean }) {
  if (!due_date) return "–";
  if (!late) return formatDay(due_date);
  return (
    <span className="text-bad-fg">
      {formatDay(due_date)} <TimeAgo at={new Date(`${due_date}T23:59:59`)} className="text-xs" />
    </span>
  );
}
