import { type SubscriptionState, subscriptionState } from "../../domain/subscription.ts";
import { runQuery } from "./api.ts";
import { ServiceError } from "./service-error.ts";

export type StoredSubscription = SubscriptionState & {
  /** The payment provider has a customer record for this user. */
  billed: boolean;
  /** The user had a subscription before. The free trial is only for the first one. */
  hadPlan: boolean;
  /** The plan is canceled and active until its end date. */
  ending: boolean;
  /** When the plan began; null if that is unknown. */
  since: string | null;
};

const COLUMNS =
  "subscribed, subscription_tier, subscription_status, subscription_end, trial_end, stripe_customer_id, stripe_subscription_id, cancel_at_period_end, started_at";

/**
 * The signed-in user's subscription. Spec §4: on an error, or without a subscription, a premium override for their email decides,
 * so a failed read is not an error here.
 */
export async function loadSubscription(userId: string, email: string): Promise<StoredSubscription> {
  const [subscription, override] = await Promise.all([
    runQuery((db) => db.from("subscriptions").select(COLUMNS).eq("user_id", userId).maybeSingle()).catch(
      nullOnServiceError,
    ),
    runQuery((db) =>
      db.from("premium_overrides").select("expires_at, email, created_at").eq("email", email).maybeSingle(),
    ).catch(nullOnServiceError),
  ]);
  const state = subscriptionState(subscription, override, new Date());
  return {
    ...state,
    billed: Boolean(subscription?.stripe_customer_id),
    hadPlan: Boolean(subscription?.stripe_subscription_id),
    ending: subscription?.cancel_at_period_end ?? false,
    since: planStart(state, subscription?.started_at, override?.created_at),
  };
}

/** A gift begins when it was given. The free plan begins when the last subscription ended. */
function planStart(
  { subscribed, isOverride, end }: SubscriptionState,
  startedAt: string | null | undefined,
  givenAt: string | undefined,
): string | null {
  if (isOverride) return givenAt ?? null;
  return (subscribed ? startedAt : end) ?? null;
}

function nullOnServiceError(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}
