import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import type { UpcomingCharge } from "./api.ts";

/** A charge that comes without the client's doing. `day` is YYYY-MM-DD or a timestamp. */
export type NextCharge = { name: string; day: string; amount: number; currency: string };

/** The earliest of the retainers' charges and the renewal of Premium; undefined if nothing is planned. */
export function nextCharge(
  charges: readonly UpcomingCharge[],
  plan: Pick<StoredSubscription, "subscribed" | "isOverride" | "ending" | "end"> | undefined,
): NextCharge | undefined {
  const planned: NextCharge[] = charges.map(({ retainer_name, charge_date, amount, currency }) => ({
    name: retainer_name,
    day: charge_date,
    amount,
    currency,
  }));
  if (plan?.subscribed && !plan.isOverride && !plan.ending && plan.end)
    planned.push({ name: "Premium plan", day: plan.end, ...premiumPlan.monthly });
  return planned.toSorted((one, other) => one.day.localeCompare(other.day))[0];
}
