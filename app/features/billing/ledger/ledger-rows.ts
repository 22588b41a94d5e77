import { isUnsettled } from "../../../../domain/invoices.ts";
import { methodOf } from "./admin-history.ts";
import type { AdminInvoice, LedgerEntry } from "./api.ts";

/** What a row of the ledger is. A removed one is still what it was. */
export const LEDGER_NAMES = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Failed refund",
  credit: "Credit",
} as const;

/** A payment, refund or credit of an invoice, from the provider or recorded by an admin. */
export type LedgerRow = Pick<
  LedgerEntry,
  "id" | "amount" | "currency" | "is_duplicate" | "occurred_at" | "by_hand" | "note" | "removal"
> & {
  what: keyof typeof LEDGER_NAMES;
  /** How the money moved; null for a credit, which moves none. */
  method: string | null;
  /** The provider's own reference. */
  reference: string | null;
  /** Whether an admin can remove it. The database decides (`private.remove_invoice_payment`, `private.remove_invoice_credit`). */
  isRemovable: boolean;
  /** Why it can't be removed now although others like it can; null for what can be removed, and for what never can. */
  keptBy: string | null;
};

/** The ledger of an invoice, oldest first. */
export function ledgerRows({ invoice, ledger, credits }: Pick<AdminInvoice, "invoice" | "ledger" | "credits">) {
  const isRefundedByHand = ledger.some(({ kind, by_hand }) => kind === "refund" && by_hand);
  // Money that was sent back may have come from a payment, and a credit changes what had to be sent back.
  const keptByRefund = isRefundedByHand ? "Remove the refund first" : "A refund was recorded after it";
  const moved = ledger.map((entry): LedgerRow => {
    const isPayment = entry.by_hand && entry.kind === "payment";
    return {
      ...entry,
      what: entry.kind === "removed" ? (entry.removal?.of ?? "payment") : entry.kind,
      method: methodOf(entry),
      reference: entry.by_hand ? null : entry.reference,
      isRemovable: (entry.by_hand && entry.kind === "refund") || (isPayment && !isRefundedByHand),
      keptBy: isPayment && isRefundedByHand ? keptByRefund : null,
    };
  });
  const isRefunded = invoice.refunded_amount > 0;
  const mayChangeCredits = isUnsettled(invoice.status) || (invoice.status === "paid" && invoice.received_amount > 0);
  const credited = credits.map(
    ({ id, amount, reason, created_at, removal }): LedgerRow => ({
      ...{ id, what: "credit", amount, currency: invoice.currency, is_duplicate: false, occurred_at: created_at },
      ...{ by_hand: true, note: reason, removal, method: null, reference: null },
      isRemovable: !removal && mayChangeCredits && !isRefunded,
      keptBy: !removal && mayChangeCredits && isRefunded ? keptByRefund : null,
    }),
  );
  return [...moved, ...credited].toSorted((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at));
}
