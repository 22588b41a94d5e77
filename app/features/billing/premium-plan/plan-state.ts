import { formatDay } from "~/shared/format-date.ts";
import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { isInTrial } from "../../../../domain/subscription.ts";

/** 'Free until 28 Nov 2026, then $49.00 a month.': what somebody's plan costs and how long it lasts. */
export function planTerms(plan: StoredSubscription, now: Date): string {
  const { isOverride, ending, end } = plan;
  if (isOverride)
    return end ? `A gift from us until ${formatDay(end)}. Nothing is charged.` : "A gift from us. Nothing is charged.";
  if (ending) return end ? `Canceled: it lasts until ${formatDay(end)}, then nothing more is charged.` : "Canceled.";
  if (isInTrial(plan, now) && plan.trialEnd)
    return `Free trial until ${formatDay(plan.trialEnd)}, then ${monthly()} a month.`;
  return end ? `${monthly()} a month, renews on ${formatDay(end)}.` : `${monthly()} a month.`;
}

/** '$49.00'. */
export function monthly(): string {
  return formatMoney(premiumPlan.monthly);
}
