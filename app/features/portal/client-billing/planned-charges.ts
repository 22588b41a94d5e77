import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { toWallTime } from "../../../../domain/zoned-time.ts";
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

type Plan = Pick<StoredSubscription, "subscribed" | "isOverride" | "ending" | "end">;
const DAY_MS = 86_400_000;

/** The retainers' charges and the renewal of Premium in the next 31 days, soonest first. */
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
  const renews = plan?.subscribed && !plan.isOverride && !plan.ending && plan.end ? Date.parse(plan.end) : Number.NaN;
  if (renews - now.getTime() <= DAYS_AHEAD * DAY_MS)
    planned.push({
      key: "premium",
      retainerId: null,
      name: "Premium plan",
      day: dayIn(renews, timeZone),
      how: "card",
      ...premiumPlan.monthly,
    });
  return planned.sort((one, other) => one.day.localeCompare(other.day));
}

const dayIn = (instant: number, zone: string) => new Date(toWallTime(instant, zone)).toISOString().slice(0, 10);
