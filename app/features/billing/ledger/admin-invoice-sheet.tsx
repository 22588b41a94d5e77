import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { formatDay } from "~/shared/format-date.ts";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { daysBetween, invoiceDescription } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { invoiceBalance } from "../lib/invoice-balance.ts";
import { InvoiceLines } from "../lib/invoice-parts.tsx";
import type { AdminInvoice } from "./api.ts";

/** The invoice as on paper: amount, dates, client, lines, and what it comes to. */
export function AdminInvoiceSheet({ details }: { details: AdminInvoice }) {
  const { invoice, client, retainer } = details;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-line-soft border-b px-5 py-5 phone:px-4">
        <div className="min-w-0">
          <p className="font-medium text-13 text-ink-2">Amount</p>
          <p className="figure mt-0.5 wrap-anywhere font-medium text-3xl">{formatMoney(invoice)}</p>
        </div>
        <dl className="grid grid-cols-[repeat(3,auto)] gap-x-8 gap-y-1 text-13 phone:w-full phone:grid-cols-[1fr_auto]">
          <Fact label="Sent">{formatDay(invoice.issued_at ?? invoice.created_at)}</Fact>
          <Fact label="Due">
            <Due details={details} />
          </Fact>
          <Fact label="Paid">{invoice.paid_date ? formatDay(invoice.paid_date) : "–"}</Fact>
        </dl>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line-soft border-b px-5 py-4 text-13 phone:grid-cols-1 phone:px-4">
        <div className="wrap-anywhere">
          <dt className="text-ink-3">Client</dt>
          <dd className="font-medium">{client.company || client.name}</dd>
          <dd className="text-ink-2">
            {client.company && <span className="block">{client.name}</span>}
            <Link asChild subtle>
              <RouterLink to={`/admin/billing?q=${encodeURIComponent(client.email)}`}>{client.email}</RouterLink>
            </Link>
          </dd>
        </div>
        <div className="wrap-anywhere">
          <dt className="text-ink-3">{retainer ? "Issued by the retainer" : "For"}</dt>
          <dd className="font-medium">{retainer ? retainer.name : invoiceDescription(invoice.description)}</dd>
          {retainer && <dd className="text-ink-2">for the month from {formatDay(retainer.charge_date)}</dd>}
        </div>
      </dl>
      <InvoiceLines invoice={invoice} lines={details.lines} />
      <Totals details={details} />
    </Card>
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

function Due({ details: { invoice, today } }: { details: AdminInvoice }) {
  if (!invoice.due_date) return "–";
  if (invoice.status !== "overdue") return formatDay(invoice.due_date);
  const days = daysBetween(invoice.due_date, today);
  return (
    <span className="text-bad-fg">
      {formatDay(invoice.due_date)} <span className="text-xs">{days === 1 ? "1 day late" : `${days} days late`}</span>
    </span>
  );
}

function Totals({ details }: { details: AdminInvoice }) {
  const { amount, currency, credited_amount, refunded_amount, owed_amount: owed } = details.invoice;
  const { received } = invoiceBalance(details.invoice);
  const sums: [label: string, cents: number][] = [["Total", amount]];
  if (credited_amount > 0) sums.push(["Credited", -credited_amount]);
  if (received > 0) sums.push(["Paid", -received]);
  if (refunded_amount > 0) sums.push(["Sent back", refunded_amount]);
  return (
    <dl className="ml-auto grid w-full max-w-80 px-5 py-3 text-13 phone:max-w-none phone:px-4">
      {[...sums, ["Still owed", owed] as const].map(([label, cents]) => (
        <div
          key={label}
          className={cn(
            "flex items-baseline justify-between gap-4 py-1",
            label === "Still owed" && "mt-1 border-line border-t pt-2.5 font-semibold",
          )}
        >
          <dt className={label === "Still owed" ? undefined : "text-ink-2"}>{label}</dt>
          <dd>
            <Money cents={cents} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
