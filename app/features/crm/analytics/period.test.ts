import { expect, test } from "vitest";
import { clampSpan, dayText, isPeriodDay, periodDays } from "./period.ts";

const SPAN = { from: "2026-11-01", to: "2026-11-30" };

test("Whole weeks up to today; a custom period as the address has it", () => {
  expect(periodDays("4w", "2026-11-21", "", "")).toEqual({ from: "2026-10-26", to: "2026-11-21" });
  expect(periodDays("custom", "2026-11-21", SPAN.from, SPAN.to)).toEqual(SPAN);
  expect(periodDays("custom", "2026-11-21", SPAN.to, SPAN.from)).toEqual({ from: "2026-08-31", to: "2026-11-21" });
});

test.each([
  [{ from: "2026-11-10" }, { from: "2026-11-10", to: "2026-11-30" }],
  [{ to: "2026-11-10" }, { from: "2026-11-01", to: "2026-11-10" }],
  // A day past the other end moves that end.
  [{ from: "2026-12-05" }, { from: "2026-12-05", to: "2026-12-05" }],
  [{ to: "2026-10-05" }, { from: "2026-10-05", to: "2026-10-05" }],
  // The database allows three years.
  [{ from: "2010-01-01" }, { from: "2010-01-01", to: "2013-01-05" }],
  [{ to: "2036-01-01" }, { from: "2032-12-27", to: "2036-01-01" }],
])("A span of November with %j", (touched, span) => {
  expect(clampSpan(touched, SPAN)).toEqual(span);
});

test("A year that is being typed is no day yet", () => {
  expect(["0002-11-01", "0202-11-01", "", "2026-11-01"].map(isPeriodDay)).toEqual([false, false, false, true]);
});

test("Weeks are named by day and month", () => {
  expect(dayText("2026-09-07")).toBe("7 Sep");
});
