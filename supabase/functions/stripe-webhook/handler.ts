import type Stripe from "stripe";
import type { FunctionHandler } from "../_shared/deps.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { receiveEvent } from "../_shared/payments/receive-event.ts";
import { failure, json } from "../_shared/respond.ts";

/**
 * Receives the provider's events. Only a fresh signature is accepted (400 otherwise). Each event is stored by its id
 * and handled once. If handling fails, the response is 500 and the provider sends the event again.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const { stripe, webhookSecret } = deps.payments;
  const text = await request.text();
  let event: Stripe.Event;
  try {
    event = await stripe.webhooks.constructEventAsync(
      text,
      request.headers.get("stripe-signature") ?? "",
      webhookSecret,
    );
  } catch {
    return failure(400, "bad_signature", "The signature is missing, invalid, or expired");
  }
  const isNew = await receiveEvent(event, deps, deps.payments);
  return json({ received: true, ...(isNew ? {} : { repeated: true }) });
};
