import { type SubscriptionState, subscriptionState } from "../../domain/subscription.ts";
import { getSupabase } from "./supabase.ts";

export type StoredSubscription = SubscriptionState & {
  /** The payment provider knows this person. */
  billed: boolean;
  /** They had a subscription before: the free trial is for the first one only. */
  hadPlan: boolean;
  /** It was canceled and lasts until its end. */
  ending: boolean;
};

const COLUMNS =
  "subscribed, subscription_tier, subscription_status, subscription_end, trial_end, stripe_customer_id, stripe_subscription_id, cancel_at_period_end";

/**
 * The subscription of the signed-in person. Spec §4: on an error, or when not subscribed, a premium override for their
 * e-mail decides; so a failed read is no failure here.
 */
export async function loadSubscription(userId: string, email: string): Promise<StoredSubscription> {
  const supabase = await getSupabase();
  const [subscription, override] = await Promise.all([
    supabase.from("subscriptions").select(COLUMNS).eq("user_id", userId).maybeSingle(),
    supabase.from("premium_overrides").select("expires_at, email").eq("email", email).maybeSingle(),
  ]);
  const state = subscriptionState(subscription.data, override.data, new Date());
  return {
    ...state,
    billed: Boolean(subscription.data?.stripe_customer_id),
    hadPlan: Boolean(subscription.data?.stripe_subscription_id),
    ending: subscription.data?.cancel_at_period_end ?? false,
  };
}
