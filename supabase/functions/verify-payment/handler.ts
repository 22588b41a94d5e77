import Stripe from "stripe";
import * as z from "zod/mini";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { retrieveCheckout } from "../_shared/payments/find-checkout.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { syncCheckout } from "../_shared/payments/sync-checkout.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({
  sessionId: z.string().check(z.minLength(1), z.maxLength(255)),
  invoiceId: z.uuid(),
});

/**
 * Spec §7: returns `{ success }` for the page after a payment. Only the provider is trusted, and only about the
 * caller's own invoice. A session of another person or another invoice gets the same response as one that does not
 * exist (403).
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "sessionId and invoiceId are required");
  const { sessionId, invoiceId } = parsed.data;
  const seen = await caller.client.from("invoices").select("id, client_id").eq("id", invoiceId).maybeSingle();
  if (seen.error) return failure(503, "unavailable", "Couldn't load the invoice. Please try again in a moment.");
  if (seen.data?.client_id !== caller.id) return failure(403, "not_allowed", "This isn't your payment");
  try {
    const session = await retrieveCheckout(deps.payments.stripe, sessionId);
    if (session.metadata?.invoice_id !== invoiceId && !session.metadata?.combined_id)
      return failure(403, "not_allowed", "This isn't your payment");
    const status = (await syncCheckout(deps, deps.payments, session))[invoiceId];
    if (!status) return failure(403, "not_allowed", "This isn't your payment");
    return json({ success: session.payment_status === "paid" && status === "paid" });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return failure(403, "not_allowed", "This isn't your payment");
    throw error;
  }
};
