import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import type { AdminInvoice, InvoiceEvent, LedgerEntry } from "./api.ts";

const NAMES = { payment: "Payment", refund: "Refund", reversal: "Failed refund" } as const;

/** All payments, credits and refunds, from the provider or recorded by an admin. */
export function LedgerCard({ ledger, status }: { ledger: LedgerEntry[]; status: string }) {
  return (
    <Card role="region" aria-labelledby="ledger" className="overflow-hidden">
      <CardHeader>
        <CardTitle id="ledger">Ledger</CardTitle>
      </CardHeader>
      {ledger.length === 0 ? (
        <EmptyState
          title="No payments yet"
          text={
            status === "paid"
              ? "This invoice was marked as paid before payments were recorded here."
              : "Card payments appear here automatically, others when you record them."
          }
        />
      ) : (
        <Table aria-label="Ledger" cards>
          <TableHeader>
            <TableRow>
              <TableHead>Type</TableHead>
              <TableHead>Method</TableHead>
              <TableHead>Date</TableHead>
              <TableHead numeric>Amount</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {ledger.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const region = useBillingRegion();
  const { kind, amount, currency, is_duplicate, occurred_at, by_hand, reference, method, note } = entry;
  return (
    <TableRow>
      <TableCell className="phone:order-1">
        {NAMES[kind]} {is_duplicate && <Chip tone="warn">overpaid</Chip>}
      </TableCell>
      <TableCell className="wrap-anywhere py-2 text-ink-2 phone:order-3 phone:text-xs phone:even:text-left">
        {by_hand ? (method ?? "Recorded by hand") : "Payment provider"}
        <span className="block text-ink-3 text-xs">{by_hand ? note : <span className="num">{reference}</span>}</span>
      </TableCell>
      <TableCell
        title={formatMoment(occurred_at, region)}
        className="whitespace-nowrap text-ink-2 phone:order-4 phone:text-right phone:text-xs"
      >
        {formatDay(occurred_at, region)}
      </TableCell>
      <TableCell numeric className="phone:order-2">
        <Money cents={kind === "refund" ? -amount : amount} currency={currency} />
      </TableCell>
    </TableRow>
  );
}

const TITLES: Record<InvoiceEvent["kind"], string> = {
  created: "Draft created",
  sent: "Sent to the client",
  marked_paid: "Marked as paid",
  voided: "Canceled",
  credited: "Credited",
  refunded: "Refund recorded",
  issued: "Issued by a retainer",
  resent: "Sent again",
  reminded: "Reminder sent",
};

/** Who changed the invoice, how and why, newest first. */
export function HistoryCard({ details: { invoice, events } }: { details: AdminInvoice }) {
  const region = useBillingRegion();
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
              <time dateTime={created_at} title={formatMoment(created_at, region)}>
                {formatDay(created_at, region)}
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
              {formatDay(invoice.issued_at ?? invoice.created_at, region)}
            </time>
          </li>
        )}
      </ol>
    </Card>
  );
}
