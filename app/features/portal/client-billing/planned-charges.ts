import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { dayIn } from "../../../../domain/zoned-time.ts";
import { DAYS_AHEAD, type UpcomingCharge } from "./api.ts";

/** A charge that comes without the client's doing. `day` is YYYY-MM-DD in the agency's zone. */
export type PlannedCharge = {
  key: string;
  /** Null for the plan. */
  retainerId: string | null;
  name: string;
  day: string;
  amount: number;
  currency: string;
  how: "invoice" | "card";
};

/** How a charge comes: we send an invoice for a retainer, and the card of the plan is charged. */
export const CHARGE_WORDS = { invoice: "invoice on", card: "card charged on" } as const;

type Plan = Pick<StoredSubscription, "subscribed" | "isOwn" | "isOverride" | "ending" | "end" | "accounts">;
const DAY_MS = 86_400_000;

/**
 * The retainers' charges and the renewals of Premium in the next 31 days, soonest first. A colleague's card pays for Premium, too, but
 * a member of the account sees no money of it.
 */
export function plannedCharges(
  charges: readonly UpcomingCharge[],
  plan: Plan | undefined,
  timeZone: string,
  now: Date,
): PlannedCharge[] {
  const planned: PlannedCharge[] = charges.map(({ retainer_id, retainer_name, charge_date, amount, currency }) => ({
    key: retainer_id + charge_date,
    retainerId: retainer_id,
    name: retainer_name,
    day: charge_date,
    amount,
    currency,
    how: "invoice" as const,
  }));
  for (const [at, renews] of (plan ? renewals(plan) : []).entries())
    if (Date.parse(renews) - now.getTime() <= DAYS_AHEAD * DAY_MS)
      planned.push({
        key: `premium ${at}`,
        retainerId: null,
        name: "Premium plan",
        day: dayIn(Date.parse(renews), timeZone),
        how: "card",
        ...premiumPlan.monthly,
      });
  return planned.sort((one, other) => one.day.localeCompare(other.day));
}

/** When the person's own plan renews, and those that colleagues pay for. One person's plan is for all of their accounts. */
function renewals({ subscribed, isOwn, isOverride, ending, end, accounts }: Plan): string[] {
  const own = subscribed && isOwn && !isOverride && !ending && end ? [end] : [];
  const others = accounts.flatMap(({ role, premium }) =>
    premium && role !== "member" && !premium.is_own && !premium.is_gift && !premium.is_ending && premium.ends_at
      ? [[premium.payer_id, premium.ends_at] as const]
      : [],
  );
  return [...own, ...new Map(others).values()];
}
