import { expect, test } from "vitest";
import { lostPlan, payerReason } from "./lost-plan.ts";

const PLAN = {
  is_gift: false,
  ends_at: null,
  is_ending: false,
  in_trial: false,
  stops: false,
  hides_leads: true,
  kept_until: null,
  must_end: false,
  has_others: false,
  others: null,
  may_manage: true,
};
const DAY = "Dec 6, 2026";

test("a plan that renews is that of the person who goes, for themselves and for others", () => {
  expect(lostPlan(PLAN, true, DAY)).toBe(
    "You pay for Premium. The account keeps it through someone else. Your plan renews on Dec 6, 2026 unless you cancel it.",
  );
  expect(lostPlan(PLAN, false, DAY)).toBe(
    "They pay for Premium. The account keeps it through someone else. Their plan renews on Dec 6, 2026 unless they cancel it.",
  );
  expect(lostPlan(PLAN, true, null)).toContain("Your plan renews unless you cancel it.");
});

test("a plan that was canceled says until when, and a gift has no end to tell", () => {
  expect(lostPlan({ ...PLAN, is_ending: true, stops: true }, true, DAY)).toBe(
    "Your canceled Premium plan runs until Dec 6, 2026. The account loses it right away: only its newest 50 leads show, and they're read-only.",
  );
  expect(lostPlan({ ...PLAN, is_gift: true }, false, DAY)).toBe(
    "They have complimentary Premium. The account keeps it through someone else.",
  );
});

test("an account whose leads all show on the free plan loses none of them", () => {
  expect(lostPlan({ ...PLAN, is_gift: true, stops: true, hides_leads: false }, false, DAY)).toBe(
    "They have complimentary Premium. The account loses it right away: its leads are read-only.",
  );
});

test("a trial isn't paid yet, and becomes a plan", () => {
  expect(lostPlan({ ...PLAN, in_trial: true }, true, DAY)).toBe(
    "Premium comes from your free trial. The account keeps it through someone else. Your trial becomes a paid plan on Dec 6, 2026 unless you cancel it.",
  );
});

test("a plan that covers other accounts goes on for them, and only those who see them read their names", () => {
  const covers = { ...PLAN, stops: true, has_others: true, others: ["Ember", "Northside Dental"] };
  expect(lostPlan({ ...covers, in_trial: true }, true, DAY)).toContain(
    " Your trial goes on for Ember and Northside Dental and becomes a paid plan on Dec 6, 2026 unless you cancel it.",
  );
  expect(lostPlan({ ...covers, others: null }, false, DAY)).toContain(
    " Their plan goes on for their other accounts and renews on Dec 6, 2026 unless they cancel it.",
  );
  expect(lostPlan({ ...covers, is_ending: true }, true, DAY)).toMatch(
    / Your plan goes on for Ember and Northside Dental until then\.$/,
  );
});

test("a payer reads that another plan keeps Premium for the account, and until when", () => {
  const kept = { ...PLAN, must_end: true };
  expect(payerReason({ ...kept, in_trial: true }, false, "Dec 30, 2026")).toBe(
    "The account keeps Premium until Dec 30, 2026 through someone else, but they would pay for a plan of no account after the trial.",
  );
  expect(payerReason(kept, true, null)).toBe(
    "The account keeps Premium through someone else, but you would keep paying for a plan of no account.",
  );
  expect(payerReason({ ...kept, stops: true }, true, null)).toBe(
    "The account would lose Premium while you keep paying.",
  );
});
