import { Table, TableBody, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { isPayable } from "../../../../domain/invoices.ts";
import { InvoiceRow } from "./invoice-row.tsx";
import type { Invoice } from "./list-invoices.ts";

type Props = {
  invoices: Invoice[];
  today: string;
  /** Another choice is on its way: what is shown is still the one before. */
  stale: boolean;
};

/** A client's invoices, newest first: a table, and cards of two lines on a phone. */
export function InvoicesTable({ invoices, today, stale }: Props) {
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

/** Of what can be paid the one that has been due longest: there is only one primary button in view. */
function mostUrgent(invoices: Invoice[]): string | undefined {
  const due = ({ due_date }: Invoice) => due_date ?? "9999";
  return invoices.filter(({ status }) => isPayable(status)).toSorted((a, b) => due(a).localeCompare(due(b)))[0]?.id;
}
