import type { FunctionDeps, Payments } from "../deps.ts";
import { findCheckout } from "./find-checkout.ts";
import { receiveEvent } from "./receive-event.ts";
import { syncCheckout } from "./sync-checkout.ts";
import { syncSubscription } from "./sync-subscription.ts";

export type Reconciled = { checked: number; failed: number };

/** The provider tells an undelivered message for three days; older ones it gives up. */
const DAYS_BACK = 3;

/**
 * Asks the provider about everything whose end nobody told us: messages get lost, and a host may die between the provider's
 * answer and our write. Tries to pay that are open, messages that were never delivered, plans whose paid time is over.
 * One that fails is logged and comes again; the others go on. Returns how many were looked at and how many failed.
 */
export async function reconcilePayments(deps: FunctionDeps, payments: Payments): Promise<Reconciled> {
  const total: Reconciled = { checked: 0, failed: 0 };
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
      total.checked += 1;
    } catch (problem) {
      total.failed += 1;
      deps.log("reconcile failed", { what, error: problem instanceof Error ? problem.message : String(problem) });
    }
  };
  const tries = await deps.service.rpc("claim_unfinished_checkouts", {});
  if (tries.error) throw new Error(`claim_unfinished_checkouts: ${tries.error.message}`);
  for (const unfinished of tries.data)
    await attempt(`invoice ${unfinished.invoice_id}`, async () => {
      const session = await findCheckout(payments.stripe, unfinished);
      if (session) await syncCheckout(deps, payments, session);
    });
  await attempt("undelivered messages", () => receiveMissed(deps, payments, attempt));
  const plans = await deps.service.rpc("list_stale_subscriptions", {});
  if (plans.error) throw new Error(`list_stale_subscriptions: ${plans.error.message}`);
  for (const customer of plans.data)
    await attempt(`customer ${customer}`, () => syncSubscription(deps, payments, customer));
  return total;
}

async function receiveMissed(
  deps: FunctionDeps,
  payments: Payments,
  attempt: (what: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const since = Math.floor(deps.now().getTime() / 1000) - DAYS_BACK * 86_400;
  const missed = payments.stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 100 });
  for await (const event of missed) await attempt(`message ${event.id}`, () => receiveEvent(event, deps, payments));
}
