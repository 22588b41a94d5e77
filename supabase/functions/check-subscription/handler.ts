import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { syncSubscription } from "../_shared/payments/sync-subscription.ts";
import { failure, json } from "../_shared/respond.ts";

const NONE = {
  subscribed: false,
  subscription_tier: "free",
  subscription_status: "inactive",
  subscription_end: null,
  trial_end: null,
} as const;

/**
 * Spec §7: the caller's plan as the provider knows it now: `{ subscribed, subscription_tier, subscription_status,
 * subscription_end, trial_end }`. Who never turned to the provider is free and inactive; so is everybody without payments.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const { data, error } = await deps.service
    .from("subscriptions")
    .select("stripe_customer_id")
    .eq("user_id", caller.id)
    .maybeSingle();
  if (error) return failure(503, "unavailable", "Your plan could not be read. Please try again in a moment.");
  if (!deps.payments || !data?.stripe_customer_id) return json(NONE);
  const { stripe_subscription_id: _id, ...info } = await syncSubscription(deps, deps.payments, data.stripe_customer_id);
  return json(info);
};
