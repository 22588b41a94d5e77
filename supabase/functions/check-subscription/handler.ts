import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { syncSubscription } from "../_shared/payments/sync-subscription.ts";
import { failure, json } from "../_shared/respond.ts";

const NO_SUBSCRIPTION = {
  subscribed: false,
  subscription_tier: "free",
  subscription_status: "inactive",
  subscription_end: null,
  trial_end: null,
} as const;

/**
 * Spec §7: the caller's plan, as the provider has it now: `{ subscribed, subscription_tier, subscription_status,
 * subscription_end, trial_end }`. A caller without a customer at the provider gets the stored plan, or else free and
 * inactive.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const { data, error } = await deps.service
    .from("subscriptions")
    .select("stripe_customer_id, subscribed, subscription_tier, subscription_status, subscription_end, trial_end")
    .eq("user_id", caller.id)
    .maybeSingle();
  if (error) return failure(503, "unavailable", "Couldn't load your plan. Please try again in a moment.");
  if (!data) return json(NO_SUBSCRIPTION);
  const { stripe_customer_id: customer, ...stored } = data;
  if (!deps.payments || !customer) return json(stored);
  const {
    stripe_subscription_id: _id,
    started_at: _startedAt,
    cancel_at_period_end: _ends,
    ...now
  } = await syncSubscription(deps, deps.payments, customer);
  return json(now);
};
