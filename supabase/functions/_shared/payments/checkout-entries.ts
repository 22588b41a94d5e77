import type Stripe from "stripe";

/** One movement of money for the ledger. */
export type LedgerEntry = {
  kind: "payment" | "refund" | "reversal";
  amount: number;
  currency: string;
  /** The provider's own reference: what makes an entry be written once. */
  ref: string;
  occurred_at: string;
};

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * What a Checkout session says about money that moved: a captured payment, each refund of it, and the reversal of a refund
 * that failed (the ledger may hold it already, and nothing is taken out of a ledger).
 * The session must come with its payment intent and the intent's latest charge expanded.
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
  const returned = refunds.flatMap(({ id, amount, currency, created, status }): LedgerEntry[] => {
    const entry = { amount, currency, occurred_at: at(created) };
    const refund: LedgerEntry = { kind: "refund", ref: id, ...entry };
    const failed = status === "failed" || status === "canceled";
    return failed ? [refund, { kind: "reversal", ref: `${id}:reversed`, ...entry }] : [refund];
  });
  return [payment, ...returned];
}
