import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { retrieveCheckout } from "./find-checkout.ts";
import { syncCheckout } from "./sync-checkout.ts";

/** Updates our ledger to the provider's current state of the session that a payment belongs to. Returns that session. */
export async function syncIntent(
  intent: string,
  deps: FunctionDeps,
  payments: Payments,
): Promise<Stripe.Checkout.Session | null> {
  const { data } = await payments.stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 });
  if (!data[0]) return null;
  const session = await retrieveCheckout(payments.stripe, data[0].id);
  await syncCheckout(deps, payments, session);
  return session;
}
