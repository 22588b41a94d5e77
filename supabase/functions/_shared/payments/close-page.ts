import type { FunctionDeps, Payments } from "../deps.ts";
import { retrieveCheckout } from "./find-checkout.ts";
import { syncCheckout } from "./sync-checkout.ts";

/**
 * Closes a payment page, and updates the ledger if it was paid just before. Returns whether it was paid: the invoices
 * have then changed.
 */
export async function closePage(deps: FunctionDeps, payments: Payments, sessionId: string): Promise<boolean> {
  await payments.stripe.checkout.sessions.expire(sessionId).catch(() => undefined);
  const session = await retrieveCheckout(payments.stripe, sessionId);
  await syncCheckout(deps, payments, session);
  return session.status === "complete";
}
