import { expect, test } from "vitest";
import { clampSpan, dayText, isPeriodDay, periodDays } from "./period.ts";

const SPAN = { from: "2026-11-01", to: "2026-11-30" };

test("A preset period has whole weeks up to today. A custom period comes from the URL", () => {
  expect(periodDays("4w", "2026-11-21", "", "")).toEqual({ from: "2026-10-26", to: "2026-11-21" });
  expect(periodDays("custom", "2026-11-21", SPAN.from, SPAN.to)).toEqual(SPAN);
  expect(periodDays("custom", "2026-11-21", SPAN.to, SPAN.from)).toEqual({ from: "2026-08-31", to: "2026-11-21" });
});

test.each([
  [{ from: "2026-11-10" }, { from: "2026-11-10", to: "2026-11-30" }],
  [{ to: "2026-11-10" }, { from: "2026-11-01", to: "2026-11-10" }],
  // A day beyond the other end moves that end.
  [{ from: "2026-12-05" }, { from: "2026-12-05", to: "2026-12-05" }],
  [{ to: "2026-10-05" }, { from: "2026-10-05", to: "2026-10-05" }],
  // The database allows three years.
  [{ from: "2010-01-01" }, { from: "2010-01-01", to: "2013-01-05" }],
  [{ to: "2036-01-01" }, { from: "2032-12-27", to: "2036-01-01" }],
])("The span of November changes with %j", (touched, span) => {
  expect(clampSpan(touched, SPAN)).toEqual(span);
});

test("A date with an unfinished year is not a valid day", () => {
  expect(["0002-11-01", "0202-11-01", "", "2026-11-01"].map(isPeriodDay)).toEqual([false, false, false, true]);
});

test("The label of a week has its month and day", () => {
  expect(dayText("2026-09-07")).toBe("Sep 7");
});
