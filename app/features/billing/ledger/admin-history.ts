import { formatMoney } from "../../../../domain/money.ts";
import { togetherText } from "../../../../domain/paid-together.ts";
import type { AdminInvoice, InvoiceEvent, LedgerEntry } from "./api.ts";

const EVENTS: Record<InvoiceEvent["kind"], string> = {
  created: "Draft created",
  sent: "Sent to the client",
  marked_paid: "Payment recorded",
  voided: "Canceled",
  credited: "Credited",
  refunded: "Refunded",
  issued: "Issued by a retainer",
  resent: "Sent again",
  reminded: "Reminder sent",
  opened: "Opened for payment",
  withdrawn: "Canceled before it opened for payment",
  payment_removed: "Payment removed",
  refund_removed: "Refund removed",
  credit_removed: "Credit removed",
};
const RESTORED: Partial<typeof EVENTS> = {
  marked_paid: "Payment restored",
  refunded: "Refund restored",
  credited: "Credit restored",
};
const MOVEMENTS = { payment: "Paid", refund: "Refunded", reversal: "Refund failed", removed: "Paid" } as const;

export type HistoryEntry = {
  id: string;
  title: string;
  at: string;
  actor: string | null;
  method: string | null;
  note: string | null;
  /** In the invoice's currency, unless the entry names another. Null when the title says enough. */
  amount: number | null;
  currency: string;
};

/** How money moved: as an admin recorded it, else by card. */
export const methodOf = ({ by_hand, method, card }: Pick<LedgerEntry, "by_hand" | "method" | "card">): string =>
  method ?? card ?? (by_hand ? "Recorded by hand" : "Card");

/** What happened to an invoice, newest first: what admins and retainers did, and every payment and refund. */
export function adminHistory({
  invoice,
  events,
  ledger,
  together,
}: Pick<AdminInvoice, "invoice" | "events" | "ledger" | "together">): HistoryEntry[] {
  const { currency } = invoice;
  const done = events.map(({ id, kind, created_at, actor, method, note, amount, restored }) => ({
    ...{ id, title: (restored && RESTORED[kind]) || EVENTS[kind], at: created_at, actor, method, note, currency },
    amount: kind === "issued" ? null : amount,
  }));
  // Entries with a method came from an event above.
  const moved = ledger
    .filter(({ method }) => method === null)
    .map((entry) => ({
      ...{ id: entry.id, title: MOVEMENTS[entry.kind], at: entry.occurred_at, actor: entry.payer },
      note: togetherNote(together, entry.id),
      ...{ method: methodOf(entry), amount: entry.amount, currency: entry.currency },
    }));
  const started = events.some(({ kind }) => kind === "created" || kind === "issued")
    ? []
    : [startOf(invoice, currency)];
  return [...started, ...done, ...moved].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** Which other invoices a payment paid, or null. */
export function togetherNote(together: AdminInvoice["together"], paymentId: string): string | null {
  const found = together.find(({ payment_id }) => payment_id === paymentId);
  return found ? togetherText(found, formatMoney) : null;
}

/** The start of an invoice from before events were recorded. */
function startOf({ id, issued_at, created_at }: AdminInvoice["invoice"], currency: string): HistoryEntry {
  const title = issued_at ? EVENTS.sent : EVENTS.created;
  return { id, title, at: issued_at ?? created_at, actor: null, method: null, note: null, amount: null, currency };
}
