import { expect, test } from "vitest";
import { isTyped, lastDayProblem, startProblem, termProblem } from "./retainer-days.ts";

const TODAY = "2026-12-01";
const FARTHEST = "Choose a day until Dec 1, 2036";

test("the last day of a retainer is today or later, within its term, and within ten years", () => {
  const said = (day: string, term: string | null = null) => lastDayProblem(day, term, TODAY);
  expect(said("2026-11-30")).toBe("Choose today or a later day");
  expect(said("2026-11-30", "2026-11-15")).toBe("Choose today or a later day");
  expect([said(TODAY), said("2036-12-01"), said(TODAY, "2026-11-15")]).toEqual([null, null, null]);
  expect(said("2036-12-02")).toBe(FARTHEST);
  expect([said("9999-12-31"), said("12026-12-01")]).toEqual([FARTHEST, FARTHEST]);
  expect(said("2027-03-01", "2027-02-28")).toBe("Its term ends on Feb 28, 2027. Change the term to go on longer.");
});

test("a new retainer may have begun, another start date is today or later", () => {
  expect(startProblem("2026-11-01", null, TODAY)).toBeNull();
  expect(startProblem("2016-11-30", null, TODAY)).toBe("Choose Dec 1, 2016 or a later day");
  expect(startProblem("2016-12-01", null, TODAY)).toBeNull();
  expect(startProblem("2018-02-27", null, "2028-02-29")).toBe("Choose Feb 28, 2018 or a later day");
  expect(startProblem("9999-12-31", null, TODAY)).toBe(FARTHEST);
  expect(startProblem("2026-11-30", "2026-12-10", TODAY)).toBe("Choose today or a later day");
  expect(startProblem("2026-11-20", "2026-11-20", TODAY)).toBeNull();
});

test("a retainer isn't saved with a term that has ended, by the days of the database", () => {
  const said = (start: string, months: number | null, today = TODAY) =>
    termProblem({ start, months, status: "active" }, null, today);
  expect(said("2026-11-01", 1)).toBe("The term ended on Nov 30, 2026. Make it longer, or choose a later start date.");
  expect([said("2026-11-02", 1), said("2020-01-01", null)]).toEqual([null, null]);
  // A month without the 31st ends the term a day earlier.
  expect(said("2026-08-31", 1, "2026-09-30")).toContain("Sep 29, 2026");
  expect(said("2026-08-31", 1, "2026-09-29")).toBeNull();
});

test("an ongoing retainer doesn't get an ended term either, and a paused one keeps its own", () => {
  const start = "2026-09-05";
  const said = (status: string, months: number | null, was: string, before: number | null) =>
    termProblem({ start, months, status }, { start, months: before, status: was }, TODAY);
  const ended = "The term ended on Oct 4, 2026. Make it longer.";
  expect([said("active", 1, "active", 6), said("paused", 1, "active", null)]).toEqual([ended, ended]);
  expect([said("active", 1, "active", 1), said("active", 1, "paused", 1)]).toEqual([ended, ended]);
  expect([said("paused", 1, "paused", 1), said("paused", 1, "active", 1)]).toEqual([null, null]);
  expect([said("pending", 1, "pending", 6), said("active", 3, "active", 6)]).toEqual([null, null]);
  expect(said("paused", 1, "pending", 1)).toContain("or choose a later start date");
});

test("a year that is half typed isn't judged", () => {
  expect(["0002-12-01", "0020-12-01", "0202-12-01"].map(isTyped)).toEqual([false, false, false]);
  expect(["1999-12-01", "2026-12-01", "9999-12-01", "12026-12-01"].map(isTyped)).toEqual([true, true, true, true]);
});
