import type Stripe from "stripe";

/** One movement of money in the ledger. */
export type LedgerEntry = {
  kind: "payment" | "refund" | "reversal";
  amount: number;
  currency: string;
  /** The provider's own reference. It makes sure that an entry is written only once. */
  ref: string;
  occurred_at: string;
  /** The card of a payment, if the provider names it. */
  method?: string;
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
  const charge = chargeOf(session);
  const payment: LedgerEntry = {
    kind: "payment",
    amount: intent.amount_received,
    currency: intent.currency,
    ref: intent.id,
    occurred_at: at(charge?.created ?? intent.created),
    ...cardOf(charge),
  };
  const returned = refunds.flatMap(({ id, amount, currency, created, status, metadata }): LedgerEntry[] => {
    const entry = { amount, currency, occurred_at: at(created) };
    const refund: LedgerEntry = { kind: "refund", ref: id, ...entry, ...requestOf(metadata) };
    const failed = status === "failed" || status === "canceled";
    return failed ? [refund, { kind: "reversal", ref: `${id}:reversed`, ...entry }] : [refund];
  });
  return [payment, ...returned];
}

/** The charge of a session whose intent and latest charge are expanded. */
export function chargeOf({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = intent && typeof intent !== "string" ? intent.latest_charge : null;
  return typeof charge === "object" ? charge : null;
}

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** 'Visa ending in 4242'. Nothing else of a card is kept. */
export function cardOf(charge: Stripe.Charge | null): Pick<LedgerEntry, "method"> {
  const { brand, last4 } = charge?.payment_method_details?.card ?? {};
  return last4 ? { method: `${BRANDS[brand ?? ""] ?? "Card"} ending in ${last4}` } : {};
}

function requestOf(metadata: Stripe.Metadata | null): Pick<LedgerEntry, "request"> {
  const { request_id, invoice_id = "", admin_id = "", reason = "" } = metadata ?? {};
  return request_id ? { request: { invoice_id, admin_id, reason } } : {};
}
