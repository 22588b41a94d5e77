import { formatDay, formatMoment } from "~/shared/format-date.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Money } from "~/ui/money.tsx";
import type { AdminInvoice, InvoiceEvent } from "./load-admin-invoice.ts";

const TITLES: Record<InvoiceEvent["kind"], string> = {
  created: "Draft written",
  sent: "Sent to the client",
  marked_paid: "Marked as paid",
  voided: "Canceled",
  credited: "Credited",
  refunded: "Refund recorded",
  issued: "Issued by a retainer",
};

/** Who did what with it and why, the newest first. */
export function HistoryCard({ details: { invoice, events } }: { details: AdminInvoice }) {
  return (
    <Card role="region" aria-labelledby="history">
      <CardHeader>
        <CardTitle id="history">History</CardTitle>
      </CardHeader>
      <ol className="grid gap-4 px-4 py-3 text-13">
        {events.toReversed().map(({ id, kind, note, method, amount, created_at, actor }) => (
          <li key={id} className="grid grid-cols-[1fr_auto] gap-x-3">
            <span className="font-medium">{TITLES[kind]}</span>
            {amount !== null && kind !== "issued" ? <Money cents={amount} currency={invoice.currency} /> : <span />}
            <span className="col-span-2 text-ink-3 text-xs">
              <time dateTime={created_at} title={formatMoment(created_at)}>
                {formatDay(created_at)}
              </time>
              {actor && ` · ${actor}`}
              {method && ` · ${method}`}
            </span>
            {note && <p className="wrap-anywhere col-span-2 mt-1 whitespace-pre-line text-ink-2 text-xs">{note}</p>}
          </li>
        ))}
        {!events.some(({ kind }) => kind === "created" || kind === "issued") && (
          <li className="grid gap-0.5">
            <span className="font-medium">{invoice.issued_at ? TITLES.sent : TITLES.created}</span>
            <time dateTime={invoice.issued_at ?? invoice.created_at} className="text-ink-3 text-xs">
              {formatDay(invoice.issued_at ?? invoice.created_at)}
            </time>
          </li>
        )}
      </ol>
    </Card>
  );
}
