import { Fragment, type ReactNode } from "react";
import { cn } from "~/ui/cn.ts";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatQuantity } from "../../../../domain/format-count.ts";
import { formatDay, formatDayRange } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";
import type { TotalLine } from "../../../../domain/invoice-totals.ts";
import { daysBetween, invoiceDescription, isUnsettled } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** The amount of an active invoice is agreed, and clients can pay it later. */
const NOT_PAYABLE_YET = "not payable yet";

type DueDateProps = { invoice: { status: string; due_date: string | null }; today: string };

/** The due date, and how many days overdue it is in the agency's calendar. */
export function DueDate({ invoice: { status, due_date }, today }: DueDateProps) {
  if (!due_date) return "–";
  if (status === "active")
    return (
      <>
        {formatDay(due_date)} <span className="ml-0.5 text-ink-3 text-xs">{NOT_PAYABLE_YET}</span>
      </>
    );
  if (status !== "overdue") return formatDay(due_date);
  const days = daysBetween(due_date, today);
  return (
    <span className="text-bad-fg">
      {formatDay(due_date)}{" "}
      {days > 0 && <span className="ml-0.5 text-xs">{days === 1 ? "1 day late" : `${days} days late`}</span>}
    </span>
  );
}

type HeadProps = {
  invoice: {
    status: string;
    amount: number;
    currency: string;
    issued_at: string | null;
    created_at: string;
    due_date: string | null;
    paid_date: string | null;
    service_from?: string | null;
    service_until?: string | null;
    owed_amount: number;
    credited_amount: number;
    refunded_amount: number;
    kept_amount: number;
    refund: string | null;
  };
  today: string;
  /** The agency's zone, for the issue date. */
  region: Region;
  /** The agency's or the client's word for the issue date. */
  issuedLabel: "Issued" | "Sent";
};

/** What was credited and what went back of a paid invoice, or how much of an open one is credited and paid. */
function AmountParts({ invoice }: Pick<HeadProps, "invoice">) {
  const { amount, currency, refund, credited_amount, refunded_amount, kept_amount, owed_amount, status } = invoice;
  const isOpen = isUnsettled(status);
  if (isOpen ? owed_amount >= amount : status !== "paid" || (!refund && credited_amount === 0)) return null;
  const credited = { cents: credited_amount, word: "credited" };
  const [rest, ...before] = isOpen
    ? [{ cents: owed_amount, word: "due" }, credited, { cents: kept_amount, word: "paid" }]
    : refund
      ? [{ cents: kept_amount, word: "paid, less refunds" }, credited, { cents: refunded_amount, word: "refunded" }]
      : [{ cents: kept_amount, word: "paid" }, credited];
  const parts = before.filter(({ cents }) => cents > 0);
  return (
    <p className="mt-1 text-13 text-ink-2">
      {parts.map(({ cents, word }) => (
        <Fragment key={word}>
          <Money inText cents={cents} currency={currency} /> {word} ·{" "}
        </Fragment>
      ))}
      <Money inText cents={rest.cents} currency={currency} className="font-medium text-ink" /> {rest.word}
    </p>
  );
}

/** The amount in large type, what went back of it, and the dates. */
export function InvoiceAmount({ invoice, today, region, issuedLabel }: HeadProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-line-soft border-b px-5 py-5 phone:px-4">
      <div className="min-w-0">
        <p className="font-medium text-13 text-ink-2">Amount</p>
        <p className="figure mt-0.5 wrap-anywhere font-medium text-3xl">{formatMoney(invoice)}</p>
        <AmountParts invoice={invoice} />
      </div>
      <dl className="grid grid-flow-col gap-x-8 gap-y-1 text-13 phone:w-full phone:grid-flow-row phone:grid-cols-[1fr_auto]">
        <Fact label={issuedLabel}>{formatDay(invoice.issued_at ?? invoice.created_at, region)}</Fact>
        <Fact label="Due">
          <DueDate invoice={invoice} today={today} />
        </Fact>
        {invoice.paid_date && <Fact label="Paid">{formatDay(invoice.paid_date)}</Fact>}
        {invoice.service_from && invoice.service_until && (
          <Fact label="Service period">{formatDayRange(invoice.service_from, invoice.service_until)}</Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="phone:contents">
      <dt className="text-ink-3 phone:py-0.5">{label}</dt>
      <dd className="whitespace-nowrap phone:py-0.5 phone:text-right">{children}</dd>
    </div>
  );
}

type TotalsProps = {
  currency: string;
  /** The subtotal and the discounts, if there are any. */
  before: readonly TotalLine[];
  lines: readonly TotalLine[];
  after: readonly TotalLine[];
};

/** The lines that add up to the amount due, and below it what happened to the money afterward. */
export function InvoiceTotals({ currency, before, lines, after }: TotalsProps) {
  return (
    <dl className="ml-auto grid w-full max-w-80 px-5 py-3 text-13 phone:max-w-none phone:px-4">
      {before.map((line) => (
        <TotalRow key={line[0]} line={line} currency={currency} />
      ))}
      {lines.map((line, at) => (
        <TotalRow key={line[0]} line={line} currency={currency} isResult={at === lines.length - 1} />
      ))}
      {after.map((line) => (
        <TotalRow key={line[0]} line={line} currency={currency} />
      ))}
    </dl>
  );
}

type TotalProps = { line: TotalLine; currency: string; isResult?: boolean };

function TotalRow({ line: [label, cents], currency, isResult }: TotalProps) {
  return (
    <div
      className={cn(
        "flex items-baseline justify-between gap-4 py-1",
        isResult && "mt-1 border-line border-t pt-2.5 font-semibold",
      )}
    >
      <dt className={isResult ? undefined : "text-ink-2"}>{label}</dt>
      <dd>
        <Money cents={cents} currency={currency} />
      </dd>
    </div>
  );
}

type Line = { id: string; description: string; quantity: number; unit_amount: number; amount: number };
type LinesProps = {
  invoice: { id: string; description: string | null; amount: number; currency: string };
  lines: Line[];
};

/** The lines of an invoice. An invoice without lines shows its description and amount as one line. */
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
          <TableHead numeric>Unit price</TableHead>
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
        {formatQuantity(quantity)}
      </TableCell>
      <TableCell
        numeric
        className="w-32 text-ink-2 phone:order-3 phone:w-auto phone:text-left phone:text-xs phone:odd:text-left"
      >
        <span className="md:hidden">{formatQuantity(quantity)} × </span>
        <Money cents={unit_amount} currency={currency} />
      </TableCell>
      <TableCell numeric className="w-32 phone:order-2 phone:w-auto">
        <Money cents={amount} currency={currency} />
      </TableCell>
    </TableRow>
  );
}
