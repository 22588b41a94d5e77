import { expect, test } from "vitest";
import { plannedCharges } from "./planned-charges.ts";

const retainer = (name: string, day: string) => ({
  retainer_id: name,
  retainer_name: name,
  charge_date: day,
  amount: 80_000,
  currency: "usd",
});
// In Portland it is still the 28th.
const premium = { subscribed: true, isOverride: false, ending: false, end: "2026-11-29T05:00:00+00:00" };
const now = new Date("2026-11-24T12:00:00Z");
const planned = (charges: ReturnType<typeof retainer>[], plan: typeof premium | undefined) =>
  plannedCharges(charges, plan, "America/Los_Angeles", now).map(({ name, day }) => `${day} ${name}`);

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
