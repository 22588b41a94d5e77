import type { FunctionDeps, Payments } from "../deps.ts";
import { findCheckout } from "./find-checkout.ts";
import { receiveEvent } from "./receive-event.ts";
import { syncCheckout } from "./sync-checkout.ts";
import { syncSubscription } from "./sync-subscription.ts";

export type Reconciled = { checked: number; failed: number };

/** The provider retries an undelivered event for three days and then gives up. */
const DAYS_BACK = 3;

/**
 * Checks with the provider everything whose result we may have missed: events get lost, and a host may stop between the
 * provider's answer and our write. It checks open payment attempts, undelivered events, and plans whose paid period is
 * over. A failure is logged and retried later, and the others continue. Returns how many were checked and how many
 * failed.
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
