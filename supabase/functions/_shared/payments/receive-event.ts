import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { handleEvent } from "./handle-event.ts";

/**
 * Takes one message of the provider, whose signature or origin was checked before: stored by its id, handled once. False
 * when it had been handled already. Throws when it could not be handled; it then waits for its next delivery.
 */
export async function receiveEvent(event: Stripe.Event, deps: FunctionDeps, payments: Payments): Promise<boolean> {
  const noted = await deps.service.rpc("record_payment_event", {
    p_id: event.id,
    p_type: event.type,
    p_occurred_at: new Date(event.created * 1000).toISOString(),
  });
  if (noted.error) throw new Error(`record_payment_event: ${noted.error.message}`);
  if (!noted.data) return false;
  await handleEvent(event, deps, payments);
  const done = await deps.service.rpc("finish_payment_event", { p_id: event.id });
  if (done.error) throw new Error(`finish_payment_event: ${done.error.message}`);
  return true;
}
