import type { InvoiceSums } from "./invoice-totals.ts";
import { isUnsettled } from "./invoices.ts";
import { formatMoney } from "./money.ts";
import { dayIn } from "./zoned-time.ts";

/** The columns of an invoice that its balance needs, in the currency's smallest unit. */
export type InvoiceAmounts = {
  status: string;
  amount: number;
  credited_amount: number;
  refunded_amount: number;
  /** What came in less what went back. */
  kept_amount: number;
};

/** What was received, refundable and overpaid, in the currency's smallest unit. The amount owed is the invoice's `owed_amount`. */
export function invoiceBalance({ status, amount, credited_amount, refunded_amount, kept_amount }: InvoiceAmounts) {
  const due = amount - credited_amount;
  const kept = Math.max(0, kept_amount);
  return {
    received: kept_amount + refunded_amount,
    refundable: status === "paid" || status === "void" ? kept : 0,
    // A full refund of the only payment leaves less than the amount due, so the surplus is zero.
    surplus: status === "paid" ? Math.max(0, kept - due) : status === "void" ? kept : 0,
  };
}

/** Whether no money for an invoice is kept, so that it can be canceled. The database decides (`private.void_invoice`). */
export const isUnpaid = ({ kept_amount }: Pick<InvoiceAmounts, "kept_amount">): boolean => kept_amount <= 0;

/** The amounts of an invoice as its totals need them. */
export function invoiceSums(invoice: InvoiceAmounts & { owed_amount: number }): InvoiceSums {
  return {
    status: invoice.status,
    total: invoice.amount,
    credited: invoice.credited_amount,
    received: invoiceBalance(invoice).received,
    refunded: invoice.refunded_amount,
    owed: invoice.owed_amount,
  };
}

export type AmountsShown = InvoiceAmounts & { owed_amount: number; refund: string | null; currency: string };

/** What was paid too much, what went back of an invoice, or what is still due after a part was paid or credited; or nothing. */
export function amountNote(invoice: AmountsShown): string {
  const { status, amount, owed_amount, refunded_amount, refund, currency } = invoice;
  const money = (cents: number) => formatMoney({ amount: cents, currency });
  const { surplus } = invoiceBalance(invoice);
  if (surplus > 0) return `Overpaid ${money(surplus)}`;
  if (refund) return `${money(refunded_amount)} refunded`;
  return isUnsettled(status) && owed_amount < amount ? `${money(owed_amount)} due` : "";
}

/** The status that people read: a paid invoice may be refunded, in part or in full. The database decides (`invoices.refund`). */
export function readableStatus({ status, refund }: { status: string; refund: string | null }): string {
  return refund ?? status;
}

type Entry = { kind: string; amount: number; currency: string; by_hand: boolean };

/** How much can still go back to the card, in the currency's smallest unit: what came in by card, less what went back. */
export function cardRefundable({
  invoice,
  ledger,
}: {
  invoice: InvoiceAmounts & { currency: string };
  ledger: Entry[];
}): number {
  const byCard = ledger
    .filter(({ by_hand, currency }) => !by_hand && currency === invoice.currency)
    .reduce((sum, { kind, amount }) => sum + (kind === "refund" ? -amount : amount), 0);
  return Math.max(0, Math.min(byCard, invoiceBalance(invoice).refundable));
}

/**
 * The first day, in the agency's zone, on which money can go back: when a paid invoice was fully paid, because an earlier refund would
 * make it due again, or when the first money for a canceled one came in. Null without a payment.
 */
export function firstRefundDay(
  { invoice, ledger }: { invoice: { paid_date: string | null }; ledger: { kind: string; occurred_at: string }[] },
  zone: string,
): string | null {
  if (invoice.paid_date) return invoice.paid_date;
  const days = ledger
    .filter(({ kind }) => kind === "payment")
    .map(({ occurred_at }) => dayIn(Date.parse(occurred_at), zone));
  return days.toSorted()[0] ?? null;
}
