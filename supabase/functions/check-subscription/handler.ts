import * as z from "zod/mini";
import { type Caller, requireCaller } from "../_shared/caller.ts";
import type { FunctionDeps, FunctionHandler } from "../_shared/deps.ts";
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
 * Spec §7: the caller's plan: `{ subscribed, subscription_tier, subscription_status, subscription_end, trial_end }`. It is
 * their own, else that of their account, which a colleague pays for. The plans that the caller may manage are first
 * updated from the provider.
 */
export const handler: FunctionHandler = async (request, deps) => {
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const own = await deps.service
    .from("subscriptions")
    .select("stripe_customer_id, subscribed, subscription_tier, subscription_status, subscription_end, trial_end")
    .eq("user_id", caller.id)
    .maybeSingle();
  if (own.error) return failure(503, "unavailable", "Couldn't load your plan. Please try again in a moment.");
  const { stripe_customer_id: customer = null, ...stored } = own.data ?? NO_SUBSCRIPTION_ROW;
  const synced = await syncPlans(deps, caller, customer);
  const plan = synced ?? stored;
  return json(plan.subscribed ? plan : ((await planOfAccount(caller)) ?? plan));
};

const NO_SUBSCRIPTION_ROW = { stripe_customer_id: null, ...NO_SUBSCRIPTION };

/** Updates the plan that the caller pays for, and those of colleagues that they manage. Returns their own. */
async function syncPlans(deps: FunctionDeps, caller: Caller, customer: string | null) {
  if (!deps.payments) return null;
  const managed = await deps.service.rpc("plan_customers", { p_user_id: caller.id });
  if (managed.error) throw new Error(`plan_customers: ${managed.error.message}`);
  for (const colleague of managed.data) await syncSubscription(deps, deps.payments, colleague);
  if (!customer) return null;
  const {
    stripe_subscription_id: _id,
    started_at: _startedAt,
    cancel_at_period_end: _ends,
    ...now
  } = await syncSubscription(deps, deps.payments, customer);
  return now;
}

const plans = z.array(
  z.object({ premium: z.nullable(z.object({ ends_at: z.nullable(z.string()), trial_end: z.nullable(z.string()) })) }),
);

async function planOfAccount({ client }: Caller) {
  const { data, error } = await client.rpc("account_plans");
  if (error) throw new Error(`account_plans: ${error.message}`);
  const held = z.parse(plans, data).find(({ premium }) => premium)?.premium;
  if (!held) return null;
  return {
    subscribed: true,
    subscription_tier: "premium",
    subscription_status: "active",
    subscription_end: held.ends_at,
    trial_end: held.trial_end,
  };
}
