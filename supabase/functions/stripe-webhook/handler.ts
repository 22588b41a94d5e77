import type Stripe from "stripe";
import type { FunctionHandler } from "../_shared/deps.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { failure, json } from "../_shared/respond.ts";
import { handleEvent } from "./handle-event.ts";

/**
 * The provider's messages. Only a fresh signature is believed (400 otherwise). Each message is stored by its id and handled
 * once; one that could not be handled answers 500, and the provider sends it again.
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
    return failure(400, "bad_signature", "The signature is missing, wrong or too old");
  }
  const noted = await deps.service.rpc("note_payment_event", {
    p_id: event.id,
    p_type: event.type,
    p_occurred_at: new Date(event.created * 1000).toISOString(),
  });
  if (noted.error) return failure(500, "unexpected_failure", "The message could not be stored");
  if (!noted.data) return json({ received: true, repeated: true });
  await handleEvent(event, deps, deps.payments);
  const done = await deps.service.rpc("finish_payment_event", { p_id: event.id });
  if (done.error) return failure(500, "unexpected_failure", "The message could not be stored");
  return json({ received: true });
};
