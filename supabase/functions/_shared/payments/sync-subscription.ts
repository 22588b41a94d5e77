import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";

/** Maps a provider's subscription to our fields (spec §3 Subscription info, §4). */
export function subscriptionInfo(subscription: Stripe.Subscription | null) {
  const status = subscription?.status ?? "canceled";
  // past_due keeps its access until the paid period ends, while the provider keeps trying to collect.
  const lasts = status === "active" || status === "trialing" || status === "past_due";
  const time = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000).toISOString() : null);
  return {
    subscribed: lasts,
    subscription_tier: lasts ? ("premium" as const) : ("free" as const),
    subscription_status: lasts ? ("active" as const) : ("inactive" as const),
    subscription_end: time(subscription?.items.data[0]?.current_period_end),
    trial_end: time(subscription?.trial_end),
    started_at: time(subscription?.start_date ?? subscription?.created),
    cancel_at_period_end: lasts && (subscription?.cancel_at_period_end ?? false),
    stripe_subscription_id: subscription?.id ?? null,
  };
}

/**
 * Updates a person's plan to the provider's **current** state. If a customer has several subscriptions, a running one
 * wins, then the newest. It is safe to repeat and to run in parallel.
 */
export async function syncSubscription(
  deps: FunctionDeps,
  { stripe }: Payments,
  customerId: string,
): Promise<ReturnType<typeof subscriptionInfo>> {
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 20 });
  const rank = ({ status }: Stripe.Subscription) => ["active", "trialing", "past_due"].indexOf(status) + 1 || 9;
  const [current] = data.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created);
  const info = subscriptionInfo(current ?? null);
  const { data: changed, error } = await deps.service
    .from("subscriptions")
    .update(info)
    .eq("stripe_customer_id", customerId)
    .select("user_id");
  if (error) throw new Error(`subscriptions: ${error.message}`);
  if (info.subscribed && isNew(info.started_at, deps.now()))
    for (const { user_id } of changed) await announceStart(deps, user_id);
  return info;
}

const DAY_MS = 86_400_000;

const isNew = (startedAt: string | null, now: Date) =>
  startedAt !== null && now.getTime() - Date.parse(startedAt) < DAY_MS;

/** The database emails each start once. */
async function announceStart({ service }: FunctionDeps, userId: string): Promise<void> {
  const { error } = await service.rpc("announce_plan_start", { p_user_id: userId });
  if (error) throw new Error(`announce_plan_start: ${error.message}`);
}
