import { expect, test } from "vitest";
import type { AccountPlan } from "~/shared/load-subscription.ts";
import { nextCharges, plannedCharges } from "./planned-charges.ts";

const retainer = (name: string, day: string, account_id: string | null = null) => ({
  retainer_id: name,
  account_id,
  retainer_name: name,
  charge_date: day,
  amount: 80_000,
  currency: "usd",
});
// In Portland it is still the 28th.
const end = "2026-11-29T05:00:00+00:00";
const premium = { subscribed: true, isOwn: true, isOverride: false, ending: false, end, accounts: [] as AccountPlan[] };
/** An account whose Premium a colleague pays for. */
const shared = (role: AccountPlan["role"], more: Partial<NonNullable<AccountPlan["premium"]>> = {}): AccountPlan => ({
  id: "northside",
  name: "Northside Dental",
  role,
  had_plan: true,
  checkout: null,
  premium: {
    payer: "Priya Raman",
    payer_id: "priya",
    is_own: false,
    is_gift: false,
    since: null,
    ends_at: end,
    trial_end: null,
    is_ending: false,
    may_manage: false,
    after: null,
    ...more,
  },
});
const now = new Date("2026-11-24T12:00:00Z");
/** A client with one account needs no names. */
const nameOf = (accountId: string | null) => accountId;
const planned = (charges: ReturnType<typeof retainer>[], plan: typeof premium | undefined) =>
  plannedCharges(charges, plan, "America/Los_Angeles", now, nameOf).map(({ name, day }) => `${day} ${name}`);

test("retainers and the plan are in one list, in the agency's days", () => {
  const charges = [retainer("Ads", "2026-11-26"), retainer("Pro Funnel", "2026-12-01")];
  expect(planned(charges, premium)).toEqual(["2026-11-26 Ads", "2026-11-28 Premium plan", "2026-12-01 Pro Funnel"]);
  expect(planned(charges, undefined)).toEqual(["2026-11-26 Ads", "2026-12-01 Pro Funnel"]);
});

test("a gift, a canceled plan, the free plan and a renewal after 31 days charge nothing", () => {
  for (const change of [
    { isOverride: true },
    { ending: true },
    { subscribed: false },
    { end: null as unknown as string },
    { end: "2026-12-26T12:00:00+00:00" },
  ])
    expect(planned([], { ...premium, ...change })).toEqual([]);
});

test("a plan that a colleague pays for charges that person's card, so it isn't listed", () => {
  const theirs = { ...premium, isOwn: false };
  for (const role of ["owner", "billing", "member"] as const)
    expect(planned([], { ...theirs, accounts: [shared(role)] })).toEqual([]);
  expect(planned([], { ...premium, accounts: [shared("owner")] })).toEqual(["2026-11-28 Premium plan"]);
});

test("the plan names the accounts that it is for, if the client has several", () => {
  const own = (name: string) => ({ ...shared("owner", { is_own: true }), name });
  const named = (...accounts: AccountPlan[]) =>
    plannedCharges([], { ...premium, accounts }, "America/Los_Angeles", now, nameOf).map((charge) => charge.accounts);
  expect(named(own("Ember"), shared("owner"))).toEqual([["Ember"]]);
  expect(named(own("Ember"), own("Yard"), shared("owner"))).toEqual([["Ember", "Yard"]]);
  expect(named(own("Ember"))).toEqual([[]]);
});

test("the next charge is the sum of its day in each currency", () => {
  const next = (charges: (ReturnType<typeof retainer> & { currency?: string })[], plan?: typeof premium) =>
    nextCharges(plannedCharges(charges, plan, "America/Los_Angeles", now, nameOf)).map(
      ({ amount, currency, text, charges }) => `${amount} ${currency} ${text} (${charges})`,
    );
  const ads = retainer("Ads", "2026-12-05");
  expect(next([])).toEqual([]);
  expect(next([ads, retainer("Later", "2026-12-06")])).toEqual(["80000 usd Ads, invoice on Dec 5, 2026 (1)"]);
  expect(next([ads, retainer("Pro Funnel", "2026-12-05")])).toEqual(["160000 usd 2 invoices on Dec 5, 2026 (2)"]);
  expect(next([{ ...ads, currency: "eur" }, retainer("Pro Funnel", "2026-12-05")])).toEqual([
    "80000 eur Ads, invoice on Dec 5, 2026 (1)",
    "80000 usd Pro Funnel, invoice on Dec 5, 2026 (1)",
  ]);
  const ember = retainer("Ads", "2026-12-05", "Ember");
  expect(next([ember])).toEqual(["80000 usd Ads for Ember, invoice on Dec 5, 2026 (1)"]);
  expect(next([ember, retainer("Pro Funnel", "2026-12-05", "Yard")])).toEqual([
    "160000 usd 2 invoices for Ember and Yard on Dec 5, 2026 (2)",
  ]);
  const [together] = next([retainer("Ads", "2026-11-28")], premium);
  expect(together).toMatch(/ usd 2 charges on Nov 28, 2026 \(2\)$/);
});
