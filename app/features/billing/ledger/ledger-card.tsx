import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Money } from "~/ui/money.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "~/ui/table.tsx";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import { formatBillingTime } from "../lib/billing-time.ts";
import { methodOf, togetherNote } from "./admin-history.ts";
import type { AdminInvoice, LedgerEntry } from "./api.ts";

const NAMES = { payment: "Payment", refund: "Refund", reversal: "Failed refund" } as const;

const EMPTY_TEXTS: Record<string, string> = {
  paid: "This invoice was marked as paid before payments were recorded here.",
  void: "This invoice was canceled before anyone paid it.",
};

/** All payments, credits and refunds, from the provider or recorded by an admin. */
export function LedgerCard({ details: { ledger, together, invoice } }: { details: AdminInvoice }) {
  return (
    <Card role="region" aria-labelledby="ledger" className="overflow-hidden">
      <CardHeader>
        <CardTitle id="ledger">Ledger</CardTitle>
      </CardHeader>
      {ledger.length === 0 ? (
        <EmptyState
          title={invoice.status === "void" ? "No payments" : "No payments yet"}
          text={EMPTY_TEXTS[invoice.status] ?? "Card payments appear here automatically, others when you record them."}
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
              <Entry key={entry.id} entry={entry} together={togetherNote(together, entry.id)} />
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function Entry({ entry, together }: { entry: LedgerEntry; together: string | null }) {
  const region = useBillingRegion();
  const { kind, amount, currency, is_duplicate, occurred_at, by_hand, reference, note } = entry;
  return (
    <TableRow>
      <TableCell className="phone:order-1">
        {NAMES[kind]} {is_duplicate && <Chip tone="warn">overpaid</Chip>}
      </TableCell>
      <TableCell className="wrap-anywhere py-2 text-ink-2 phone:order-3 phone:text-xs phone:even:text-left">
        {methodOf(entry)}
        {note && <span className="block text-ink-3 text-xs">{note}</span>}
        {together && <span className="block text-ink-3 text-xs">{together}</span>}
        {!by_hand && <span className="num block text-ink-3 text-xs">{reference}</span>}
      </TableCell>
      <TableCell
        title={formatMoment(occurred_at, region)}
        className="whitespace-nowrap text-ink-2 phone:order-4 phone:text-right phone:text-xs"
      >
        {by_hand ? formatDay(occurred_at, region) : formatBillingTime(occurred_at, region)}
      </TableCell>
      <TableCell numeric className="phone:order-2">
        <Money cents={kind === "refund" ? -amount : amount} currency={currency} />
      </TableCell>
    </TableRow>
  );
}
