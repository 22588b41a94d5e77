import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRelativeTime } from "./format-relative-time.ts";

const now = new Date("2026-11-21T12:00:00Z");
const utc = { timeZone: "UTC" };

test.each([
  ["2026-11-21T11:59:40Z", "now"],
  ["2026-11-21T11:58:00Z", "2 minutes ago"],
  ["2026-11-20T11:00:00Z", "yesterday"],
  ["2026-11-18T11:00:00Z", "3 days ago"],
  ["2025-11-26T12:00:00Z", "12 months ago"],
  ["2024-11-20T12:00:00Z", "2 years ago"],
  ["2026-11-21T12:00:20Z", "now"],
  ["2026-11-21T14:00:00Z", "in 2 hours"],
  ["2026-11-21T13:59:58Z", "in 2 hours"],
  ["2026-11-28T11:59:59Z", "in 7 days"],
  ["2026-11-22T11:45:00Z", "tomorrow"],
  ["2026-11-19T22:00:00Z", "2 days ago"],
  ["2026-11-23T20:00:00Z", "in 2 days"],
])("%s reads %s", (time, text) => expect(formatRelativeTime(new Date(time), now, utc)).toBe(text));

test("days are those of the reader's calendar", () => {
  const time = new Date("2026-11-20T09:00:00Z");
  expect(formatRelativeTime(time, now, { timeZone: "America/Los_Angeles" })).toBe("yesterday");
  expect(formatRelativeTime(time, now, { timeZone: "Pacific/Kiritimati" })).toBe("2 days ago");
});

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 30 * 86_400_000, year: 365 * 86_400_000 };
/** The milliseconds that a text such as 'in 7 days' says. */
function said(text: string): number {
  const words: Record<string, number> = {
    now: 0,
    tomorrow: UNITS.day,
    "next month": UNITS.month,
    "next year": UNITS.year,
  };
  const [, count, unit] = /^in (\d+) (\w+?)s?$/.exec(text) ?? [];
  return words[text] ?? Number(count) * UNITS[unit as keyof typeof UNITS];
}

test("the future is the nearest unit: never further from the time than half of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 * UNITS.year }), (ahead) => {
      const text = formatRelativeTime(new Date(now.getTime() + ahead), now, utc);
      const unit = Object.entries(UNITS).findLast(([, size]) => said(text) >= size)?.[1] ?? UNITS.minute;
      expect(Math.abs(said(text) - ahead), text).toBeLessThanOrEqual(unit / 2);
    }),
  );
});

test("a whole number of days ahead reads the same a minute later", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 29 }), fc.integer({ min: 0, max: 60_000 }), (days, passed) => {
      const time = new Date(now.getTime() + days * UNITS.day - passed);
      expect(formatRelativeTime(time, now, utc)).toBe(`in ${days} days`);
    }),
  );
});
