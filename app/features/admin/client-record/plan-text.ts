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
