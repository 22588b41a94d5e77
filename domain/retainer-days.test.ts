import { expect, test } from "vitest";
import { isTyped, lastDayProblem, startProblem, termProblem } from "./retainer-days.ts";

const TODAY = "2026-12-01";
const FARTHEST = "Choose a day until Dec 8, 2036";

test("the last day of a retainer is today or later, within its term, and within ten years", () => {
  const said = (day: string, term: string | null = null) => lastDayProblem(day, term, TODAY);
  expect(said("2026-11-30")).toBe("Choose today or a later day");
  expect(said("2026-11-30", "2026-11-15")).toBe("Choose today or a later day");
  expect([said(TODAY), said("2036-12-08"), said(TODAY, "2026-11-15")]).toEqual([null, null, null]);
  expect(said("2036-12-09")).toBe(FARTHEST);
  expect([said("9999-12-31"), said("12026-12-01")]).toEqual([FARTHEST, FARTHEST]);
  expect(said("2027-03-01", "2027-02-28")).toBe("Its term ends on Feb 28, 2027. Change the term to go on longer.");
});

test("a new retainer may have begun, another start date is today or later", () => {
  expect(startProblem("2026-11-01", null, TODAY)).toBeNull();
  expect(startProblem("2016-11-22", null, TODAY)).toBe("Choose Nov 23, 2016 or a later day");
  expect(startProblem("9999-12-31", null, TODAY)).toBe(FARTHEST);
  expect(startProblem("2026-11-30", "2026-12-10", TODAY)).toBe("Choose today or a later day");
  expect(startProblem("2026-11-20", "2026-11-20", TODAY)).toBeNull();
});

test("a retainer doesn't begin with a term that has ended, by the days of the database", () => {
  const said = (start: string, months: number | null) => termProblem(start, months, TODAY);
  expect(said("2026-11-01", 1)).toBe("The term ended on Nov 30, 2026. Make it longer, or choose a later start date.");
  expect([said("2026-11-02", 1), said("2020-01-01", null)]).toEqual([null, null]);
  // A month without the 31st ends the term a day earlier.
  expect(termProblem("2026-08-31", 1, "2026-09-30")).toContain("Sep 29, 2026");
  expect(termProblem("2026-08-31", 1, "2026-09-29")).toBeNull();
});

test("a year that is half typed isn't judged", () => {
  expect(["0002-12-01", "0020-12-01", "0202-12-01"].map(isTyped)).toEqual([false, false, false]);
  expect(["1999-12-01", "2026-12-01", "9999-12-01", "12026-12-01"].map(isTyped)).toEqual([true, true, true, true]);
});
