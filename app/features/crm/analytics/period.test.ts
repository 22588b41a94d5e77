import { expect, test } from "vitest";
import { dayText, isPeriodDay, periodDays, spanProblem } from "./period.ts";

const SPAN = { from: "2026-11-01", to: "2026-11-30" };

test("A preset period has whole weeks up to today. A custom period comes from the URL", () => {
  expect(periodDays("4w", "2026-11-21", "", "")).toEqual({ from: "2026-10-26", to: "2026-11-21" });
  expect(periodDays("custom", "2026-11-21", SPAN.from, SPAN.to)).toEqual(SPAN);
  expect(periodDays("custom", "2026-11-21", SPAN.to, SPAN.from)).toEqual({ from: "2026-08-31", to: "2026-11-21" });
});

test.each([
  [{ from: "2026-11-30" }, null],
  [{ from: "2026-12-01" }, "The first day is after the last one."],
  [{ to: "2026-10-31" }, "The first day is after the last one."],
  // The database allows three years.
  [{ from: "2023-11-26" }, null],
  [{ from: "2023-11-25" }, "Choose at most three years."],
  [{ from: "1900-11-01" }, "Choose dates in 1990 or later."],
  [{ from: "1900-11-01", to: "1900-11-30" }, "Choose dates in 1990 or later."],
  [{ to: "1989-12-31" }, "Choose dates in 1990 or later."],
  [{ to: "2026-11-31" }, "Enter two dates."],
  [{ from: "" }, "Enter two dates."],
])("The span of November with %j: %s", (changed, problem) => {
  const span = { ...SPAN, ...changed };
  expect(spanProblem(span)).toBe(problem);
  // A link with a wrong span shows the last twelve weeks, and says so.
  expect(periodDays("custom", "2026-11-21", span.from, span.to)).toEqual(
    problem ? { from: "2026-08-31", to: "2026-11-21" } : span,
  );
});

test("A date with an unfinished year is not a valid day", () => {
  const days = ["0002-11-01", "0202-11-01", "", "1900-11-01", "2026-11-01"];
  expect(days.map(isPeriodDay)).toEqual([false, false, false, true, true]);
});

test("The label of a week has its month and day", () => {
  expect(dayText(`${new Date().getFullYear()}-09-07`)).toBe("Sep 7");
  expect(dayText("2025-09-07")).toBe("Sep 7, 2025");
});
