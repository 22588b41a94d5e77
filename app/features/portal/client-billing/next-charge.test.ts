import { expect, test } from "vitest";
import { nextCharge } from "./next-charge.ts";

const retainer = (name: string, day: string) => ({
  retainer_id: name,
  retainer_name: name,
  charge_date: day,
  amount: 80_000,
  currency: "usd",
});
const premium = { subscribed: true, isOverride: false, ending: false, end: "2026-11-29T10:00:00+00:00" };

test("the next charge is the earliest of the retainers and the plan", () => {
  const charges = [retainer("Pro Funnel", "2026-12-01"), retainer("Ads", "2026-12-03")];
  expect(nextCharge(charges, premium)).toEqual({
    name: "Premium plan",
    day: premium.end,
    amount: 4900,
    currency: "usd",
  });
  expect(nextCharge([retainer("Ads", "2026-11-28"), ...charges], premium)?.name).toBe("Ads");
  expect(nextCharge(charges, undefined)?.name).toBe("Pro Funnel");
});

test("a gift, a canceled plan and the free plan charge nothing", () => {
  for (const change of [{ isOverride: true }, { ending: true }, { subscribed: false }, { end: null }])
    expect(nextCharge([], { ...premium, ...change })).toBeUndefined();
});
