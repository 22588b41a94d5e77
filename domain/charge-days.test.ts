import { expect, test } from "vitest";
import { missingDay } from "./charge-days.ts";

test("a start on a day that some months lack is named", () => {
  expect(missingDay("2026-12-31")).toBe(31);
  expect(missingDay("2027-01-29")).toBe(29);
  for (const start of ["2026-12-28", "2026-12-01", "", "2026-1"]) expect(missingDay(start)).toBeNull();
});
