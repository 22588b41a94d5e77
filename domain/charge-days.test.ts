import { expect, test } from "vitest";
import { firstCharge, missingDay } from "./charge-days.ts";

test("a retainer is first charged on its first day, or on the same day of the next month from today on", () => {
  const today = "2026-11-28";
  expect(firstCharge("2026-11-28", null, today)).toEqual({ from: "2026-11-28", until: "2026-12-27" });
  expect(firstCharge("2026-12-05", 3, today)).toEqual({ from: "2026-12-05", until: "2027-01-04" });
  expect(firstCharge("2025-03-10", null, today)).toEqual({ from: "2026-12-10", until: "2027-01-09" });
  expect(firstCharge("2026-01-31", null, "2026-02-03")).toEqual({ from: "2026-02-28", until: "2026-03-30" });
  expect(firstCharge("2026-01-10", 2, today)).toBeNull();
});

test("a start on a day that some months lack is named", () => {
  expect(missingDay("2026-12-31")).toBe(31);
  expect(missingDay("2027-01-29")).toBe(29);
  for (const start of ["2026-12-28", "2026-12-01", "", "2026-1"]) expect(missingDay(start)).toBeNull();
});

test("periods follow each other without a gap, whatever the first day", () => {
  const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const wrong: string[] = [];
  for (let start = "2027-01-01"; start < "2031-01-01"; start = dayAfter(start)) {
    let from = start;
    for (let number = 0; number < 15; number += 1) {
      const charge = firstCharge(start, null, from);
      if (charge?.from !== from) wrong.push(`${start}: ${from}`);
      from = dayAfter(charge?.until ?? start);
    }
  }
  expect(wrong).toEqual([]);
});
