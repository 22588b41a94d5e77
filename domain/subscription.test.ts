import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInTrial, NO_SUBSCRIPTION, type SubscriptionRow, subscriptionState } from "./subscription.ts";

const now = new Date("2026-11-21T12:00:00Z");
const past = "2026-11-20T12:00:00Z";
const future = "2026-11-25T12:00:00Z";
const premium: SubscriptionRow = {
  subscribed: true,
  subscription_tier: "premium",
  subscription_status: "active",
  subscription_end: future,
  trial_end: null,
};

describe("a subscription", () => {
  test("is free and inactive without a row", () => {
    expect(subscriptionState(null, null, now)).toEqual(NO_SUBSCRIPTION);
  });

  test("lasts until its end", () => {
    expect(subscriptionState(premium, null, now)).toMatchObject({ subscribed: true, tier: "premium" });
    expect(subscriptionState({ ...premium, subscription_end: past }, null, now)).toMatchObject({
      subscribed: false,
      tier: "free",
      status: "inactive",
    });
  });

  test("yields to a premium override that has not expired", () => {
    const expected = { subscribed: true, tier: "premium", status: "active", isOverride: true };
    expect(subscriptionState(null, { expires_at: null }, now)).toMatchObject(expected);
    expect(subscriptionState(null, { expires_at: future }, now)).toMatchObject(expected);
    expect(subscriptionState(null, { expires_at: past }, now)).toEqual(NO_SUBSCRIPTION);
  });

  test("an override never removes anything", () => {
    const time = fc.constantFrom(null, past, future);
    const row = fc.record({
      subscribed: fc.boolean(),
      subscription_tier: fc.constantFrom("free" as const, "premium" as const),
      subscription_status: fc.constantFrom("inactive" as const, "active" as const),
      subscription_end: time,
      trial_end: time,
    });
    fc.assert(
      fc.property(row, time, (stored, expires_at) => {
        const without = subscriptionState(stored, null, now);
        const state = subscriptionState(stored, { expires_at }, now);
        return !without.subscribed || JSON.stringify(state) === JSON.stringify(without);
      }),
    );
  });

  test("is a trial while trial_end is in the future", () => {
    const state = (trial_end: string | null) => subscriptionState({ ...premium, trial_end }, null, now);
    expect(isInTrial(state(future), now)).toBe(true);
    expect(isInTrial(state(past), now)).toBe(false);
    expect(isInTrial(state(null), now)).toBe(false);
  });
});
