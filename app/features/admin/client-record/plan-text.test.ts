import { expect, test } from "vitest";
import { accountPlanText, planText } from "./plan-text.ts";

const now = new Date("2026-11-30T12:00:00Z");
const plan = {
  subscribed: true,
  tier: "premium" as const,
  status: "active" as const,
  end: "2026-12-05T12:00:00Z",
  trialEnd: null,
  isOverride: false,
  hadPlan: true,
  ending: false,
  gift: null,
};
const gift = { until: "2027-03-01T12:00:00Z" };
const text = (changes: Partial<typeof plan> | Record<string, unknown>) =>
  planText({ ...plan, ...changes } as Parameters<typeof planText>[0], now, { timeZone: "UTC" });

test("a plan and complimentary Premium beside it are both said", () => {
  const trial = { trialEnd: plan.end };
  expect(text(trial)).toBe("Free trial until Dec 5, 2026, then they pay.");
  expect(text({ ...trial, gift })).toBe(
    "Free trial until Dec 5, 2026, then they pay. Also complimentary through Mar 1, 2027.",
  );
  expect(text({ ending: true, gift: { until: null } })).toBe(
    "Canceled. Lasts until Dec 5, 2026. Also complimentary without an end date.",
  );
  expect(text({})).toBe("Renews on Dec 5, 2026.");
});

test("complimentary Premium alone is said once, and the free plan without it", () => {
  expect(text({ isOverride: true, end: gift.until, gift })).toBe("Complimentary through Mar 1, 2027.");
  expect(text({ subscribed: false, hadPlan: false })).toBe("Never had Premium.");
});

test("an account's plan says how long it lasts", () => {
  const plan = { is_gift: false, ends_at: "2027-03-01T12:00:00Z", trial_end: null, is_ending: false };
  const text = (changes: Partial<typeof plan> | { trial_end: string }) =>
    accountPlanText({ ...plan, ...changes }, Date.parse("2027-02-01T12:00:00Z"), { timeZone: "UTC" });
  expect(text({})).toBe("Renews on Mar 1, 2027");
  expect(text({ is_ending: true })).toBe("Canceled, lasts until Mar 1, 2027");
  expect(text({ trial_end: "2027-02-05T12:00:00Z" })).toBe("Free trial until Feb 5, 2027");
  expect(text({ trial_end: "2027-01-05T12:00:00Z" })).toBe("Renews on Mar 1, 2027");
  expect(text({ is_gift: true })).toBe("Complimentary through Mar 1, 2027");
});
