import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { retrieveCheckout } from "./find-checkout.ts";
import { syncCheckout } from "./sync-checkout.ts";
import { syncIntent } from "./sync-intent.ts";
import { syncSubscription } from "./sync-subscription.ts";

const TWO_DAYS = 2 * 86_400;

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/**
 * Handles a provider event. An event only says what to check; the current state always comes from the provider. Events
 * of other kinds do nothing.
 */
export async function handleEvent(event: Stripe.Event, deps: FunctionDeps, payments: Payments): Promise<void> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return syncSession(await retrieveCheckout(payments.stripe, event.data.object.id), deps, payments);
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return syncPayment(idOf(event.data.object.payment_intent), deps, payments);
    case "payment_intent.payment_failed":
      return notifyFailure(event.data.object, deps);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return syncCustomer(idOf(event.data.object.customer), deps, payments);
    case "customer.subscription.trial_will_end":
      return notifyTrialEnd(event.data.object, event.created, deps);
  }
}

async function syncSession(session: Stripe.Checkout.Session, deps: FunctionDeps, payments: Payments): Promise<void> {
  await syncCheckout(deps, payments, session);
  if (session.mode === "subscription") await syncCustomer(idOf(session.customer), deps, payments);
}

async function syncPayment(intent: string | null, deps: FunctionDeps, payments: Payments): Promise<void> {
  if (intent) await syncIntent(intent, deps, payments);
}

async function syncCustomer(customer: string | null, deps: FunctionDeps, payments: Payments): Promise<void> {
  if (customer) await syncSubscription(deps, payments, customer);
}

async function notifyFailure(intent: Stripe.PaymentIntent, deps: FunctionDeps): Promise<void> {
  const { invoice_id: invoiceId, combined_id: combinedId } = intent.metadata;
  const reason = intent.last_payment_error?.message ?? "The card was declined.";
  if (combinedId)
    mustSucceed(await deps.service.rpc("announce_combined_failure", { p_combined_id: combinedId, p_reason: reason }));
  if (!invoiceId) return;
  mustSucceed(await deps.service.rpc("announce_payment_failure", { p_invoice_id: invoiceId, p_reason: reason }));
}

/** The event comes three days before the end. We promise two. */
async function notifyTrialEnd(
  subscription: Stripe.Subscription,
  notifiedAt: number,
  deps: FunctionDeps,
): Promise<void> {
  const userId = subscription.metadata.user_id;
  const end = subscription.trial_end;
  if (!userId || !end) return;
  const wait = Math.max(0, end - TWO_DAYS - notifiedAt);
  const runAt = new Date(deps.now().getTime() + wait * 1000).toISOString();
  const call = { p_user_id: userId, p_trial_end: new Date(end * 1000).toISOString(), p_run_at: runAt };
  mustSucceed(await deps.service.rpc("announce_trial_end", call));
}

function mustSucceed({ error }: { error: { message: string } | null }): void {
  if (error) throw new Error(`An email about a payment wasn't queued: ${error.message}`);
}
