import { getSupabase } from "~/shared/supabase.ts";
import { type SubscriptionState, subscriptionState } from "../../../domain/subscription.ts";

/**
 * The subscription of the signed-in person. Spec §4: on an error, or when not subscribed, a premium override for their
 * e-mail decides; so a failed read is no failure here.
 */
export async function loadSubscription(userId: string, email: string): Promise<SubscriptionState> {
  const supabase = await getSupabase();
  const [subscription, override] = await Promise.all([
    supabase
      .from("subscriptions")
      .select("subscribed, subscription_tier, subscription_status, subscription_end, trial_end")
      .eq("user_id", userId)
      .maybeSingle(),
    supabase.from("premium_overrides").select("expires_at, email").eq("email", email).maybeSingle(),
  ]);
  return subscriptionState(subscription.data, override.data, new Date());
}
