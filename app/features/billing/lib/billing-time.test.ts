import { expect, test } from "vitest";
import { formatDayOfYearTime, formatDayOfYearTimeZone } from "../../../../domain/format-date.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { formatAdminTime, formatBillingTime } from "./billing-time.ts";

const AT = "2026-11-09T23:30:00Z";
const other = ["Asia/Tokyo", "America/Los_Angeles"].find((zone) => zone !== localZone()) ?? "";

test("times of invoices name their zone where it isn't the one of the days beside them", () => {
  expect(formatAdminTime(AT, { timeZone: localZone() })).toBe(formatDayOfYearTime(AT));
  expect(formatAdminTime(AT, { timeZone: undefined })).toBe(formatDayOfYearTime(AT));
  expect(formatAdminTime(AT, { timeZone: other })).toBe(formatDayOfYearTimeZone(AT));
  expect(formatAdminTime(AT, { timeZone: other })).not.toBe(formatDayOfYearTime(AT));
  expect(formatBillingTime(AT, { timeZone: other })).toBe(formatDayOfYearTimeZone(AT, { timeZone: other }));
});
