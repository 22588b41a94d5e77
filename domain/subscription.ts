/** Spec §3 Subscription info, as stored. Times are ISO texts. */
export type SubscriptionRow = {
  subscribed: boolean;
  subscription_tier: "free" | "premium";
  subscription_status: "inactive" | "active";
  subscription_end: string | null;
  trial_end: string | null;
};

/** Spec §3 premium_overrides: `expires_at` null means no expiry. */
export type PremiumOverride = { expires_at: string | null };

export type SubscriptionState = {
  subscribed: boolean;
  tier: "free" | "premium";
  status: "inactive" | "active";
  end: string | null;
  trialEnd: string | null;
  /** Premium through an override, without payment. There is nothing to manage at the payment provider. */
  isOverride: boolean;
};

/** Spec §4: a subscription defaults to free and inactive. */
export const NO_SUBSCRIPTION: SubscriptionState = {
  subscribed: false,
  tier: "free",
  status: "inactive",
  end: null,
  trialEnd: null,
  isOverride: false,
};

/**
 * A person's current plan (spec §4): their subscription while it is valid. If there is no row or no subscription, an
 * override that has not expired makes it premium and active.
 */
export function subscriptionState(
  row: SubscriptionRow | null,
  override: PremiumOverride | null,
  now: Date,
): SubscriptionState {
  const stored = row ? fromRow(row, now) : NO_SUBSCRIPTION;
  if (stored.subscribed || !override || !isAhead(override.expires_at, now, true)) return stored;
  return { ...stored, subscribed: true, tier: "premium", status: "active", end: override.expires_at, isOverride: true };
}

/** Whether to show the Free Trial badge: trial_end is in the future (spec §2 User dashboard). */
export function isInTrial(state: SubscriptionState, now: Date): boolean {
  return isAhead(state.trialEnd, now, false);
}

function fromRow(row: SubscriptionRow, now: Date): SubscriptionState {
  const lasts = row.subscribed && isAhead(row.subscription_end, now, true);
  if (!lasts) return { ...NO_SUBSCRIPTION, end: row.subscription_end, trialEnd: row.trial_end };
  return {
    subscribed: true,
    tier: row.subscription_tier,
    status: row.subscription_status,
    end: row.subscription_end,
    trialEnd: row.trial_end,
    isOverride: false,
  };
}

function isAhead(time: string | null, now: Date, withoutTime: boolean): boolean {
  return time === null ? withoutTime : Date.parse(time) > now.getTime();
}
