import { formatDay } from "~/shared/format-date.ts";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { daysBetween, invoiceDescription } from "../../../../domain/invoices.ts";

type DueDateProps = { invoice: { status: string; due_date: string | null }; today: string };

/** When it is due; once overdue, by how many days of the agency's calendar. */
export function DueDate({ invoice: { status, due_date }, today }: DueDateProps) {
  if (!due_date) return "–";
  if (status !== "overdue") return formatDay(due_date);
  const days = daysBetween(due_date, today);
  return (
    <span className="text-bad-fg">
      {formatDay(due_date)}
      {days > 0 && <span className="ml-1.5 text-xs">{days === 1 ? "1 day late" : `${days} days late`}</span>}
    </span>
  );
}

type Line = { id: string; description: string; quantity: number; unit_amount: number; amount: number };
type LinesProps = {
  invoice: { id: string; description: string | null; amount: number; currency: string };
  lines: Line[];
};

/** What the invoice is made of; one without lines is one line of its description and amount. */
export function InvoiceLines({ invoice, lines }: LinesProps) {
  const { id, description, amount, currency } = invoice;
  const whole = { id, description: invoiceDescription(description), quantity: 1, unit_amount: amount, amount };
  return (
    <Table
      aria-label="What this invoice is for"
      cards
      className="md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
    >
      <TableHeader>
        <TableRow>
          <TableHead>Description</TableHead>
          <TableHead numeric>Quantity</TableHead>
          <TableHead numeric>Unit</TableHead>
          <TableHead numeric>Amount</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {(lines.length > 0 ? lines : [whole]).map((line) => (
          <LineRow key={line.id} line={line} currency={currency} />
        ))}
      </TableBody>
    </Table>
  );
}

function LineRow({ line: { description, quantity, unit_amount, amount }, currency }: { line: Line; currency: string }) {
  return (
    <TableRow className="hover:bg-transparent">
      <TableCell className="wrap-anywhere py-2.5 phone:order-1">{description}</TableCell>
      <TableCell numeric className="w-24 text-ink-2 phone:hidden">
        {quantity}
      </TableCell>
      <TableCell
        numeric
        className="w-32 text-ink-2 phone:order-3 phone:w-auto phone:text-left phone:text-xs phone:odd:text-left"
      >
        <span className="md:hidden">{quantity} × </span>
        <Money cents={unit_amount} currency={currency} />
      </TableCell>
      <TableCell numeric className="w-32 phone:order-2 phone:w-auto">
        <Money cents={amount} currency={currency} />
      </TableCell>
    </TableRow>
  );
}
