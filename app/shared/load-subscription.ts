import { type SubscriptionState, subscriptionState } from "../../domain/subscription.ts";
import { rpc, runQuery } from "./api.ts";
import * as z from "./schema.ts";
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
  /** The person pays for it or has it as a gift, not a colleague. */
  isOwn: boolean;
  /** Complimentary Premium of their own, which may wait behind a plan; null without any that lasts. */
  gift: { until: string | null } | null;
  /** The plans of the person's accounts, by name. */
  accounts: AccountPlan[];
};

export const accountPlans = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(["owner", "member", "billing"]),
    /** Someone subscribed for this account before. */
    had_plan: z.boolean(),
    /** What this person's subscription would start with. It is for all accounts that have this. Null if they can't subscribe. */
    checkout: z.nullable(z.object({ has_trial: z.boolean() })),
    /** Null on the free plan. */
    premium: z.nullable(
      z.object({
        /** The name of the person who pays, or has it as a gift. */
        payer: z.string(),
        /** The same for all accounts that one plan is for. */
        payer_id: z.string(),
        is_own: z.boolean(),
        is_gift: z.boolean(),
        since: z.nullable(z.string()),
        ends_at: z.nullable(z.string()),
        trial_end: z.nullable(z.string()),
        is_ending: z.boolean(),
        may_manage: z.boolean(),
        /** What keeps Premium after this plan, which was canceled; without `until`, it has no end. */
        after: z.nullable(z.object({ is_gift: z.boolean(), until: z.nullable(z.string()) })),
      }),
    ),
  }),
);
export type AccountPlan = z.infer<typeof accountPlans>[number];

const COLUMNS =
  "subscribed, subscription_tier, subscription_status, subscription_end, trial_end, stripe_customer_id, stripe_subscription_id, cancel_at_period_end, started_at";

/**
 * A person's plan: their own subscription, else that of their account, which a colleague pays for. Spec §4: on an error, or
 * without a subscription, a premium override for their email decides, so a failed read is not an error here.
 */
export async function loadSubscription(userId: string, email: string): Promise<StoredSubscription> {
  const [subscription, override, accounts] = await Promise.all([
    runQuery((db) => db.from("subscriptions").select(COLUMNS).eq("user_id", userId).maybeSingle()).catch(
      nullOnServiceError,
    ),
    runQuery((db) =>
      db.from("premium_overrides").select("expires_at, email, created_at").eq("email", email).maybeSingle(),
    ).catch(nullOnServiceError),
    rpc("account_plans", { p_client_id: userId }, accountPlans).catch(nullOnServiceError),
  ]);
  const state = subscriptionState(subscription, override, new Date());
  const own = {
    ...state,
    billed: Boolean(subscription?.stripe_customer_id),
    hadPlan: Boolean(subscription?.stripe_subscription_id),
    ending: subscription?.cancel_at_period_end ?? false,
    since: planStart(state, subscription?.started_at, override?.created_at),
    isOwn: state.subscribed,
    gift:
      override && (override.expires_at === null || Date.parse(override.expires_at) > Date.now())
        ? { until: override.expires_at }
        : null,
    accounts: accounts ?? [],
  };
  const shared = own.accounts.find(({ premium }) => premium)?.premium;
  return own.subscribed || !shared ? own : { ...own, ...ofColleague(shared) };
}

function ofColleague(premium: NonNullable<AccountPlan["premium"]>) {
  return {
    subscribed: true,
    tier: "premium" as const,
    status: "active" as const,
    end: premium.ends_at,
    trialEnd: premium.trial_end,
    isOverride: premium.is_gift,
    billed: premium.may_manage,
    ending: premium.is_ending,
    since: premium.since,
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
