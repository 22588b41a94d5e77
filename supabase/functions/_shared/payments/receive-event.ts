import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { handleEvent } from "./handle-event.ts";

/**
 * Receives one provider event whose signature or origin is already checked. It stores the event by its id and handles
 * it once. Returns false if it was handled before. Throws if it cannot be handled; the provider then delivers it again.
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
