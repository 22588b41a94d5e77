import { expect, test } from "vitest";
import { endChange, endHint, grantedText, isOver, isUnchanged, planNote } from "./premium-grant.ts";

const region = { timeZone: "UTC" };
const grant = { email: "ann@example.com", until: null, had: false, had_until: null };
const until = { ...grant, had: true, had_until: "2099-12-31T23:59:59Z" };

test("a grant says which end date it changes", () => {
  expect(grantedText(grant, region)).toBe("Premium granted to ann@example.com");
  expect(endChange(grant, region)).toBeNull();
  expect(grantedText(until, region)).toBe("End date of ann@example.com changed: no end date instead of Dec 31, 2099");
  expect(endChange({ ...until, until: "2099-12-31" }, region)).toBeNull();
  expect(endChange({ ...until, had_until: null, until: "2099-12-31" }, region)).toBe(
    "Dec 31, 2099 instead of no end date",
  );
});

test("the form says in a sentence what it would change, and that the same day changes nothing", () => {
  expect(endHint(until, region)).toBe("It would have no end date instead of Dec 31, 2099.");
  expect(endHint({ ...until, until: "2099-12-30" }, region)).toBe(
    "It would end on Dec 30, 2099 instead of Dec 31, 2099.",
  );
  expect(endHint({ ...until, had_until: null, until: "2099-12-30" }, region)).toBe(
    "It would end on Dec 30, 2099 instead of having no end date.",
  );
  const same = { ...until, until: "2099-12-31" };
  expect([endHint(same, region), endHint(grant, region)]).toEqual([null, null]);
  expect([isUnchanged(same, region), isUnchanged(grant, region), isUnchanged(until, region)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(grantedText(same, region)).toBe("ann@example.com already has Premium through Dec 31, 2099");
  expect(grantedText({ ...same, until: null, had_until: null }, region)).toBe(
    "ann@example.com already has Premium with no end date",
  );
});

test("Premium that has ended is granted again, and that can't be undone to an end that has passed", () => {
  const over = { ...until, had_until: "2020-12-31T23:59:59Z" };
  expect(grantedText(over, region)).toBe("Premium granted to ann@example.com");
  expect([isOver(over), isOver(until), isOver(grant)]).toEqual([true, false, false]);
});

test("a grant says what happens to a plan of their own: a free trial still becomes a paid plan", () => {
  const plan = { pays: true, trial_ends: null, plan_ends: null, until: null };
  expect(planNote({ ...plan, pays: false })).toBeUndefined();
  expect(planNote(plan)).toBe("They pay for Premium, so this changes nothing while they pay.");
  expect(planNote({ ...plan, trial_ends: "2026-12-05" })).toBe(
    "They're in the free trial, and their card is charged on Dec 5, 2026 unless they cancel before then.",
  );
  expect(planNote({ ...plan, trial_ends: "2026-12-05", plan_ends: "2026-12-05" })).toBe(
    "They canceled their free trial, which lasts until Dec 5, 2026. Complimentary Premium continues after that.",
  );
  const canceled = { ...plan, plan_ends: "2026-12-20" };
  expect(planNote({ ...canceled, until: "2026-12-21" })).toBe(
    "They canceled their plan, which lasts until Dec 20, 2026. Complimentary Premium continues after that.",
  );
  expect(planNote({ ...canceled, until: "2026-12-05" })).toBe(
    "They canceled their plan, which lasts until Dec 20, 2026. Complimentary Premium doesn't last longer: it ends on Dec 5, 2026.",
  );
  expect(planNote({ ...canceled, until: "2026-12-20" })).toMatch(/doesn't last longer: it ends on Dec 20, 2026\.$/);
});
