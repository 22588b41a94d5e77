import type { FunctionDeps } from "../deps.ts";
import { findCheckout, retrieveCheckout } from "../payments/find-checkout.ts";
import { syncCheckout } from "../payments/sync-checkout.ts";
import { z } from "../schema.ts";

const closePayload = z.object({ invoiceId: z.uuid(), attempt: z.number().int() });

/** How long a call that was already running may still open a page after the invoice was decided. */
const OPENING_GRACE_MS = 2 * 60_000;

/**
 * Closes the payment page of an invoice that was paid, canceled or lowered by hand, so that no one pays it again.
 * Afterward it checks with the provider whether the page was paid just before. The ledger then shows what to refund.
 */
export async function closeCheckoutJob(payload: Record<string, unknown>, _id: string, deps: FunctionDeps) {
  const { invoiceId, attempt } = closePayload.parse(payload);
  if (!deps.payments) return null;
  const { stripe } = deps.payments;
  const { data, error } = await deps.service.rpc("checkout_to_close", { p_invoice_id: invoiceId, p_attempt: attempt });
  if (error) throw new Error(`checkout_to_close: ${error.message}`);
  const tried = data[0];
  if (!tried) return null;
  const found = await findCheckout(stripe, tried);
  if (!found) {
    if (deps.now().getTime() - Date.parse(tried.created_at) < OPENING_GRACE_MS)
      throw new Error("the page may still be about to open");
    return { closed: false };
  }
  if (found.status === "open") await stripe.checkout.sessions.expire(found.id).catch(() => undefined);
  const session = await retrieveCheckout(stripe, found.id);
  await syncCheckout(deps, deps.payments, session);
  if (session.status === "open") throw new Error(`the page ${session.id} is still open`);
  return { closed: true, status: session.status };
}
