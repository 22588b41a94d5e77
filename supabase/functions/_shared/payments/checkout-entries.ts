import type Stripe from "stripe";

/** One movement of money in the ledger. */
export type LedgerEntry = {
  kind: "payment" | "refund" | "reversal";
  amount: number;
  currency: string;
  /** The provider's own reference. It makes sure that an entry is written only once. */
  ref: string;
  occurred_at: string;
  /** Who asked for a refund on which invoice, and why. Refunds that someone made at the provider have none. */
  request?: { invoice_id: string; admin_id: string; reason: string };
};

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * The ledger entries of a Checkout session: a captured payment, each refund of it, and the reversal of each failed
 * refund, because the ledger may already contain the refund and entries are never deleted. The session must have its
 * payment intent and that intent's latest charge expanded.
 */
export function checkoutEntries(session: Stripe.Checkout.Session, refunds: readonly Stripe.Refund[]): LedgerEntry[] {
  const intent = session.payment_intent;
  if (session.mode !== "payment" || session.payment_status !== "paid" || !intent || typeof intent === "string")
    return [];
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const payment: LedgerEntry = {
    kind: "payment",
    amount: intent.amount_received,
    currency: intent.currency,
    ref: intent.id,
    occurred_at: at(charge?.created ?? intent.created),
  };
  const returned = refunds.flatMap(({ id, amount, currency, created, status, metadata }): LedgerEntry[] => {
    const entry = { amount, currency, occurred_at: at(created) };
    const refund: LedgerEntry = { kind: "refund", ref: id, ...entry, ...requestOf(metadata) };
    const failed = status === "failed" || status === "canceled";
    return failed ? [refund, { kind: "reversal", ref: `${id}:reversed`, ...entry }] : [refund];
  });
  return [payment, ...returned];
}

function requestOf(metadata: Stripe.Metadata | null): Pick<LedgerEntry, "request"> {
  const { request_id, invoice_id = "", admin_id = "", reason = "" } = metadata ?? {};
  return request_id ? { request: { invoice_id, admin_id, reason } } : {};
}
