import type { Customer, Intent, Records, Refund, Session, StoredEvent, Subscription } from "./records.ts";

// The provider's objects in the wire format: the fields that the SDK types promise and our functions read.

export const wireCustomer = ({ id, email, created, metadata }: Customer) => ({
  id,
  object: "customer",
  email,
  created,
  metadata,
  livemode: false,
});

export function wireCharge(intent: Intent, refunds: Refund[]) {
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: intent.id.replace("pi_", "ch_"),
    object: "charge",
    amount: intent.amount,
    amount_refunded: refunded,
    refunded: refunded >= intent.amount,
    currency: intent.currency,
    created: intent.paidAt,
    customer: intent.customer,
    payment_intent: intent.id,
    // The one card that pays.
    payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
    paid: true,
    disputed: false,
    status: "succeeded",
    metadata: intent.metadata,
    livemode: false,
  };
}

export function wireIntent(intent: Intent, records: Records, expandCharge = false) {
  const refunds = Object.values(records.refunds).filter((refund) => refund.intent === intent.id);
  const charge = intent.status === "succeeded" ? wireCharge(intent, refunds) : null;
  return {
    id: intent.id,
    object: "payment_intent",
    amount: intent.amount,
    amount_received: intent.status === "succeeded" ? intent.amount : 0,
    currency: intent.currency,
    customer: intent.customer,
    created: intent.created,
    status: intent.status,
    metadata: intent.metadata,
    last_payment_error: intent.error,
    latest_charge: expandCharge ? charge : (charge?.id ?? null),
    livemode: false,
  };
}

export function wireSession(session: Session, records: Records, pageUrl: string, expand: string[] = []) {
  const intent = session.intent ? records.intents[session.intent] : undefined;
  const wantsIntent = expand.some((path) => path.startsWith("payment_intent"));
  const wantsCharge = expand.includes("payment_intent.latest_charge");
  return {
    id: session.id,
    object: "checkout.session",
    mode: session.mode,
    status: session.status,
    payment_status: session.paid ? (session.trialDays > 0 ? "no_payment_required" : "paid") : "unpaid",
    customer: session.customer,
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.clientReference,
    metadata: session.metadata,
    payment_intent: intent && wantsIntent ? wireIntent(intent, records, wantsCharge) : session.intent,
    subscription: session.subscription,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    created: session.created,
    expires_at: session.expires,
    url: session.status === "open" ? `${pageUrl}/dev/pay/checkout/${session.id}` : null,
    livemode: false,
  };
}

export const wireRefund = ({ id, intent, amount, currency, created, metadata = {} }: Refund) => ({
  id,
  object: "refund",
  amount,
  currency,
  created,
  payment_intent: intent,
  status: "succeeded",
  metadata,
});

export const wireSubscription = (subscription: Subscription) => ({
  id: subscription.id,
  object: "subscription",
  customer: subscription.customer,
  status: subscription.status,
  currency: subscription.currency,
  created: subscription.created,
  start_date: subscription.created,
  trial_end: subscription.trialEnd,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  canceled_at: subscription.canceledAt,
  metadata: subscription.metadata,
  items: wireList("/v1/subscription_items", [
    {
      id: subscription.id.replace("sub_", "si_"),
      object: "subscription_item",
      quantity: 1,
      current_period_start: subscription.periodStart,
      current_period_end: subscription.periodEnd,
      price: {
        id: "price_test_premium",
        object: "price",
        unit_amount: subscription.amount,
        currency: subscription.currency,
        recurring: { interval: "month", interval_count: 1 },
      },
    },
  ]),
  livemode: false,
});

export const wireEvent = ({ id, type, created, object }: StoredEvent) => ({
  id,
  object: "event",
  type,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: null,
});

export const wireList = <Item>(url: string, data: Item[], more = false) => ({
  object: "list",
  url,
  has_more: more,
  data,
});
