import { expect, test } from "vitest";
import { daysOf } from "./statement-periods.ts";

test("a period's days, also at the beginning of a year and in a leap year", () => {
  expect(daysOf("month", "2026-11-24")).toEqual({ from: "2026-11-01", until: "2026-11-24" });
  expect(daysOf("last-month", "2026-01-05")).toEqual({ from: "2025-12-01", until: "2025-12-31" });
  expect(daysOf("last-month", "2028-03-31")).toEqual({ from: "2028-02-01", until: "2028-02-29" });
  expect(daysOf("year", "2026-11-24")).toEqual({ from: "2026-01-01", until: "2026-11-24" });
  expect(daysOf("last-year", "2026-11-24")).toEqual({ from: "2025-01-01", until: "2025-12-31" });
});
