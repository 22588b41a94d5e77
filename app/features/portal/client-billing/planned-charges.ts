import type { StoredSubscription } from "~/shared/load-subscription.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { sumByCurrency } from "../../../../domain/money.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";
import { dayIn } from "../../../../domain/zoned-time.ts";
import { DAYS_AHEAD, type UpcomingCharge } from "./api.ts";

/** A charge that comes without the client's doing. `day` is YYYY-MM-DD in the agency's zone. */
export type PlannedCharge = {
  key: string;
  name: string;
  /** The accounts that it is for, if the client has several. */
  accounts: string[];
  day: string;
  amount: number;
  currency: string;
  how: "invoice" | "card";
};

/** How a charge comes: we send an invoice for a retainer, and the card of the plan is charged. */
const CHARGE_WORDS = { invoice: "invoice on", card: "card charged on" } as const;

type Plan = Pick<StoredSubscription, "subscribed" | "isOwn" | "isOverride" | "ending" | "end" | "accounts">;
const DAY_MS = 86_400_000;

/**
 * The retainers' charges and the renewal of the client's own Premium plan in the next 31 days, soonest first. A plan that a colleague
 * pays for charges that person's card, so it isn't listed. `nameOf` names the account of a retainer, if the client has several.
 */
export function plannedCharges(
  charges: readonly UpcomingCharge[],
  plan: Plan | undefined,
  timeZone: string,
  now: Date,
  nameOf: (accountId: string | null) => string | null,
): PlannedCharge[] {
  const planned: PlannedCharge[] = charges.map(
    ({ retainer_id, account_id, retainer_name, charge_date, amount, currency }) => ({
      key: retainer_id + charge_date,
      name: retainer_name,
      accounts: [nameOf(account_id)].filter((name) => name !== null),
      day: charge_date,
      amount,
      currency,
      how: "invoice" as const,
    }),
  );
  const renews = plan && renewal(plan);
  if (renews && Date.parse(renews) - now.getTime() <= DAYS_AHEAD * DAY_MS)
    planned.push({
      key: "premium",
      name: "Premium plan",
      accounts:
        plan.accounts.length > 1
          ? plan.accounts.flatMap(({ name, premium }) => (premium?.is_own && !premium.is_gift ? name : []))
          : [],
      day: dayIn(Date.parse(renews), timeZone),
      how: "card",
      ...premiumPlan.monthly,
    });
  return planned.sort((one, other) => one.day.localeCompare(other.day));
}

/** When the client's own plan renews. It is one plan for all of their accounts. */
const renewal = ({ subscribed, isOwn, isOverride, ending, end }: Plan): string | null =>
  subscribed && isOwn && !isOverride && !ending ? end : null;

/** What is charged in one currency on the next day with charges. */
type NextCharge = { amount: number; currency: string; text: string; charges: number };

/** The charges of the next day that has any, by currency. `charges` is soonest first. */
export function nextCharges(charges: readonly PlannedCharge[]): NextCharge[] {
  const ofDay = charges.filter(({ day }) => day === charges[0]?.day);
  return sumByCurrency(ofDay).map((sum) => {
    const own = ofDay.filter(({ currency }) => currency.toLowerCase() === sum.currency);
    return { ...sum, text: chargesText(own), charges: own.length };
  });
}

/** 'Pro Funnel for Ember, invoice on Dec 5, 2026', or '2 invoices for Ember and Yard on Dec 5, 2026' for charges of one day. */
function chargesText(charges: readonly PlannedCharge[]): string {
  const [first] = charges;
  if (!first) return "";
  const names = [...new Set(charges.flatMap(({ accounts }) => accounts))];
  const whose = names.length > 0 ? ` for ${formatNames(names)}` : "";
  if (charges.length === 1) return `${first.name}${whose}, ${CHARGE_WORDS[first.how]} ${formatDay(first.day)}`;
  const areInvoices = charges.every(({ how }) => how === "invoice");
  return `${charges.length} ${areInvoices ? "invoices" : "charges"}${whose} on ${formatDay(first.day)}`;
}
