import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";
import { isInTrial } from "../../../../domain/subscription.ts";

type Plan = Omit<StoredSubscription, "billed" | "since" | "isOwn" | "accounts">;

/** A client's plan in words. Complimentary Premium that waits behind a plan is said as well. */
export function planText(plan: Plan, now: Date, region: Region): string {
  const own = ownText(plan, now, region);
  if (!plan.gift || !plan.subscribed || plan.isOverride) return own;
  const { until } = plan.gift;
  return `${own} Also complimentary ${until ? `through ${formatDay(until, region)}` : "without an end date"}.`;
}

function ownText(plan: Plan, now: Date, region: Region): string {
  const { subscribed, isOverride, ending, end, trialEnd, hadPlan } = plan;
  if (!subscribed) return hadPlan ? "Had Premium before." : "Never had Premium.";
  if (isOverride) return end ? `Complimentary through ${formatDay(end, region)}.` : "Complimentary.";
  if (ending) return end ? `Canceled. Lasts until ${formatDay(end, region)}.` : "Canceled.";
  if (isInTrial(plan, now) && trialEnd) return `Free trial until ${formatDay(trialEnd, region)}, then they pay.`;
  return end ? `Renews on ${formatDay(end, region)}.` : "Active.";
}

type AccountPlan = { is_gift: boolean; ends_at: string | null; trial_end: string | null; is_ending: boolean };

/** How long an account's plan lasts, as the first half of a line: 'Free trial until Dec 5, 2026'. */
export function accountPlanText(plan: AccountPlan, now: number, region: Region): string {
  const { is_gift, ends_at, trial_end, is_ending } = plan;
  const end = ends_at && formatDay(ends_at, region);
  if (is_gift) return end ? `Complimentary through ${end}` : "Complimentary";
  if (is_ending) return end ? `Canceled, lasts until ${end}` : "Canceled";
  if (trial_end && Date.parse(trial_end) > now) return `Free trial until ${formatDay(trial_end, region)}`;
  return end ? `Renews on ${end}` : "Active";
}
