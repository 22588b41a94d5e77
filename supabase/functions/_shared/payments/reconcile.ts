import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { retrieveCheckout, syncCheckout } from "./sync-checkout.ts";

/**
 * Asks the provider about every try to pay whose end nobody told us: messages get lost, and a host may die between the
 * provider's answer and our write. Returns how many were looked at and how many failed.
 */
export async function reconcileCheckouts(
  deps: FunctionDeps,
  payments: Payments,
): Promise<{ checked: number; failed: number }> {
  const { data, error } = await deps.service.rpc("list_unfinished_checkouts", {});
  if (error) throw new Error(`list_unfinished_checkouts: ${error.message}`);
  const total = { checked: 0, failed: 0 };
  for (const unfinished of data) {
    try {
      const session = await findSession(payments.stripe, unfinished);
      if (session) await syncCheckout(deps, payments, session);
      total.checked += 1;
    } catch (problem) {
      total.failed += 1;
      deps.log("reconcile failed", { invoice: unfinished.invoice_id, error: String(problem) });
    }
  }
  return total;
}

type Unfinished = { invoice_id: string; attempt: number; session_id: string | null; customer_id: string | null };

/** A try without a session broke off before our write: if the provider has it, it is among the customer's sessions. */
async function findSession(
  stripe: Stripe,
  { invoice_id, attempt, session_id, customer_id }: Unfinished,
): Promise<Stripe.Checkout.Session | null> {
  if (session_id) return retrieveCheckout(stripe, session_id);
  if (!customer_id) return null;
  for await (const session of stripe.checkout.sessions.list({ customer: customer_id, limit: 100 }))
    if (session.metadata?.invoice_id === invoice_id && session.metadata.attempt === String(attempt))
      return retrieveCheckout(stripe, session.id);
  return null;
}
