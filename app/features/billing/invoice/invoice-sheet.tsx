import type { ReactNode } from "react";
import { formatDay } from "~/shared/format-date.ts";
import { Card } from "~/ui/card.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { InvoiceLines } from "../lib/invoice-lines.tsx";
import { DueDate } from "./due-date.tsx";
import { InvoiceParties } from "./invoice-parties.tsx";
import { InvoiceTotals } from "./invoice-totals.tsx";
import type { InvoiceDetails } from "./load-invoice.ts";

type Props = { details: InvoiceDetails; user: { id: string; email?: string | undefined } };

/** The invoice itself, as on paper: amount, dates, parties, lines and what is owed. */
export function InvoiceSheet({ details, user }: Props) {
  const { invoice, today } = details;
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-line-soft border-b px-5 py-5 phone:px-4">
        <div>
          <p className="font-medium text-13 text-ink-2">Amount</p>
          <p className="figure mt-0.5 font-medium text-3xl">{formatMoney(invoice)}</p>
        </div>
        <dl className="grid grid-cols-[repeat(3,auto)] gap-x-8 gap-y-1 text-13 phone:w-full phone:grid-cols-[1fr_auto]">
          <Dated label="Issued">{formatDay(invoice.issued_at ?? invoice.created_at)}</Dated>
          <Dated label="Due">
            <DueDate invoice={invoice} today={today} />
          </Dated>
          <Dated label="Paid">{invoice.paid_date ? formatDay(invoice.paid_date) : "–"}</Dated>
        </dl>
      </div>
      <InvoiceParties user={user} />
      <InvoiceLines invoice={details.invoice} lines={details.lines} />
      <InvoiceTotals details={details} />
    </Card>
  );
}

function Dated({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="phone:contents">
      <dt className="text-ink-3 phone:py-0.5">{label}</dt>
      <dd className="whitespace-nowrap phone:py-0.5 phone:text-right">{children}</dd>
    </div>
  );
}
