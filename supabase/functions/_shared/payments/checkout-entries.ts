import type Stripe from "stripe";

/** One movement of money for the ledger. */
export type LedgerEntry = {
  kind: "payment" | "refund";
  amount: number;
  currency: string;
  /** The provider's own reference: what makes an entry be written once. */
  ref: string;
  occurred_at: string;
};

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * What a Checkout session says about money that moved: a captured payment, and each refund of it that was not taken back.
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
  const returned = refunds
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .map(({ id, amount, currency, created }): LedgerEntry => {
      return { kind: "refund", amount, currency, ref: id, occurred_at: at(created) };
    });
  return [payment, ...returned];
}
