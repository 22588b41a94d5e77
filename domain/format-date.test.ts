import { expect, test } from "vitest";
import {
  formatClock,
  formatDay,
  formatDayClock,
  formatDayOfWeek,
  formatLongDay,
  formatMoment,
  formatMonth,
  formatMonthDay,
  formatNumericMoment,
  formatShortDay,
  formatTime,
  formatTime12Hour,
  formatWeekday,
  formatWeekdayTime,
} from "./format-date.ts";

/** A morning and the first minutes of a day, in the time zone of the machine. */
const MORNING = new Date(2026, 10, 12, 9, 41, 52);
const MIDNIGHT = new Date(2026, 0, 3, 0, 5, 7);

test.each([
  [formatDay, "12 Nov 2026", "3 Jan 2026"],
  [formatShortDay, "Nov 12, 2026", "Jan 3, 2026"],
  [formatLongDay, "November 12, 2026", "January 3, 2026"],
  [formatDayOfWeek, "Thursday, November 12", "Saturday, January 3"],
  [formatMonthDay, "Nov 12", "Jan 3"],
  [formatMonth, "Nov", "Jan"],
  [formatWeekday, "Thu", "Sat"],
  [formatTime, "09:41", "00:05"],
  [formatTime12Hour, "9:41 AM", "12:05 AM"],
  [formatWeekdayTime, "Thursday 9:41 AM", "Saturday 12:05 AM"],
  [formatClock, "09:41:52", "00:05:07"],
  [formatDayClock, "Nov 12, 09:41:52", "Jan 3, 00:05:07"],
  [formatMoment, "November 12, 2026 at 9:41 AM", "January 3, 2026 at 12:05 AM"],
  [formatNumericMoment, "11/12/2026, 9:41:52 AM", "1/3/2026, 12:05:07 AM"],
])("%o prints “%s” and “%s”", (format, morning, midnight) => {
  // Some versions of the browser's data have a narrow space before AM.
  const print = (value: string | Date) => format(value).replaceAll("\u202f", " ");
  expect(print(MORNING)).toBe(morning);
  expect(print(MIDNIGHT)).toBe(midnight);
  expect(print(MORNING.toISOString())).toBe(morning);
});

test("A bare date stays the day that it names", () => {
  expect(formatDay("2026-11-12")).toBe("12 Nov 2026");
  expect(formatLongDay("2026-03-01")).toBe("March 1, 2026");
});

test("A time zone can be named", () => {
  const evening = new Date("2026-11-12T23:30:00Z");
  expect(formatTime(evening, "Asia/Tokyo")).toBe("08:30");
  expect(formatShortDay(evening, "Asia/Tokyo")).toBe("Nov 13, 2026");
  expect(formatShortDay(evening, "UTC")).toBe("Nov 12, 2026");
});
