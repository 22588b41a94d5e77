import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../_shared/deps.ts";
import { retrieveCheckout, syncCheckout } from "../_shared/payments/sync-checkout.ts";
import { syncSubscription } from "../_shared/payments/sync-subscription.ts";

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/** A message tells where to look; what is true, the provider is asked. Kinds that concern nothing of ours do nothing. */
export async function handleEvent(event: Stripe.Event, deps: FunctionDeps, payments: Payments): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return followSession(await retrieveCheckout(payments.stripe, event.data.object.id), deps, payments);
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return followIntent(idOf(event.data.object.payment_intent), deps, payments);
    case "payment_intent.payment_failed":
      return tellFailure(event.data.object, event.id, deps);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return followCustomer(idOf(event.data.object.customer), deps, payments);
    case "customer.subscription.trial_will_end":
      return tellTrialEnd(event.data.object, deps);
  }
}

async function followSession(session: Stripe.Checkout.Session, deps: FunctionDeps, payments: Payments): Promise<void> {
  await syncCheckout(deps, payments, session);
  if (session.mode === "subscription") await followCustomer(idOf(session.customer), deps, payments);
}

async function followIntent(intent: string | null, deps: FunctionDeps, payments: Payments): Promise<void> {
  if (!intent) return;
  const { data } = await payments.stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  if (data[0]) await followSession(await retrieveCheckout(payments.stripe, data[0].id), deps, payments);
}

async function followCustomer(customer: string | null, deps: FunctionDeps, payments: Payments): Promise<void> {
  if (customer) await syncSubscription(deps, payments, customer);
}

async function tellFailure(intent: Stripe.PaymentIntent, eventId: string, deps: FunctionDeps): Promise<void> {
  const invoiceId = intent.metadata.invoice_id;
  if (!invoiceId) return;
  const reason = intent.last_payment_error?.message ?? "The card was declined.";
  await enqueue(deps, `invoice:${invoiceId}:payment-failed:${eventId}`, "invoice_mail", {
    invoiceId,
    template: "payment-failed",
    data: { reason },
  });
}

async function tellTrialEnd(subscription: Stripe.Subscription, deps: FunctionDeps): Promise<void> {
  const userId = subscription.metadata.user_id;
  if (!userId || !subscription.trial_end) return;
  const endsAt = new Date(subscription.trial_end * 1000).toISOString();
  await enqueue(deps, `trial-ending:${subscription.id}:${subscription.trial_end}`, "account_mail", {
    userId,
    template: "trial-ending",
    data: { endsAt },
  });
}

async function enqueue(deps: FunctionDeps, key: string, kind: string, payload: Record<string, unknown>): Promise<void> {
  const { error } = await deps.service.rpc("enqueue_outbox", {
    p_kind: kind,
    p_dedupe_key: key,
    p_payload: payload as never,
  });
  if (error) throw new Error(`enqueue_outbox: ${error.message}`);
}
