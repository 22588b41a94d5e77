import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  formatAxisDay,
  formatCallTime,
  formatClock,
  formatDay,
  formatDayClock,
  formatDayOfWeek,
  formatDayRange,
  formatDayTime,
  formatExactMoment,
  formatHour,
  formatLongDay,
  formatMoment,
  formatMonthDay,
  formatTime,
  formatWeekday,
  formatWeekdayTime,
} from "./format-date.ts";
import { setViewerLocale } from "./format-locale.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 12), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  setViewerLocale("en-US");
});

/** A morning and the first minutes of a day, in the time zone of the machine. */
const MORNING = new Date(2026, 10, 12, 9, 41, 52);
const MIDNIGHT = new Date(2026, 0, 3, 0, 5, 7);

/** Some versions of the browser's data have a narrow space before AM. */
const plain = (text: string) => text.replaceAll(/[\u202f\u2009]/g, " ");

test.each([
  [formatDay, "Nov 12, 2026", "Jan 3, 2026"],
  [formatLongDay, "November 12, 2026", "January 3, 2026"],
  [formatDayOfWeek, "Thursday, November 12", "Saturday, January 3"],
  [formatMonthDay, "Nov 12", "Jan 3"],
  [formatWeekday, "Thu", "Sat"],
  [formatTime, "9:41 AM", "12:05 AM"],
  [formatDayTime, "Nov 12, 9:41 AM", "Jan 3, 12:05 AM"],
  [formatWeekdayTime, "Thursday 9:41 AM", "Saturday 12:05 AM"],
  [formatClock, "9:41:52 AM", "12:05:07 AM"],
  [formatDayClock, "Nov 12, 9:41:52 AM", "Jan 3, 12:05:07 AM"],
  [formatMoment, "November 12, 2026 at 9:41 AM", "January 3, 2026 at 12:05 AM"],
  [formatExactMoment, "Nov 12, 2026, 9:41:52 AM", "Jan 3, 2026, 12:05:07 AM"],
])("%o prints “%s” and “%s” in the United States", (format, morning, midnight) => {
  expect(plain(format(MORNING))).toBe(morning);
  expect(plain(format(MIDNIGHT))).toBe(midnight);
  expect(plain(format(MORNING.toISOString()))).toBe(morning);
});

describe("Each region has its own order and its own 12 or 24 hours, and English words", () => {
  const afternoon = new Date(2026, 10, 5, 15, 1);
  test.each([
    ["en-US", "Nov 5, 2026", "3:01 PM", "3 PM", "November 5, 2026 at 3:01 PM", "Nov 1 – 5, 2026"],
    ["en-GB", "5 Nov 2026", "15:01", "15:00", "5 November 2026 at 15:01", "1 – 5 Nov 2026"],
    ["de-DE", "5 Nov 2026", "15:01", "15:00", "5 November 2026 at 15:01", "1–5 Nov 2026"],
    ["ja-JP", "Nov 5, 2026", "15:01", "15:00", "November 5, 2026 at 15:01", "Nov 1 – 5, 2026"],
    // Without English data of its own, a region borrows it by the order of day and month.
    ["pt-BR", "5 Nov 2026", "15:01", "15:00", "5 November 2026 at 15:01", "1 – 5 Nov 2026"],
    // A language alone means its most common region.
    ["de", "5 Nov 2026", "15:01", "15:00", "5 November 2026 at 15:01", "1–5 Nov 2026"],
    ["en-US@posix", "Nov 5, 2026", "3:01 PM", "3 PM", "November 5, 2026 at 3:01 PM", "Nov 1 – 5, 2026"],
  ])("%s", (locale, ...texts) => {
    setViewerLocale(locale);
    expect(
      [
        formatDay(afternoon),
        formatTime(afternoon),
        formatHour(15),
        formatMoment(afternoon),
        formatDayRange("2026-11-01", "2026-11-05"),
      ].map(plain),
    ).toEqual(texts);
  });
});

test("A bare date stays the day that it names, in every time zone", () => {
  expect(formatDay("2026-11-12")).toBe("Nov 12, 2026");
  expect(formatLongDay("2026-03-01")).toBe("March 1, 2026");
  expect(formatDay("2026-11-12", { timeZone: "Pacific/Kiritimati" })).toBe("Nov 12, 2026");
  expect(formatDay("2026-11-12", { timeZone: "Pacific/Pago_Pago" })).toBe("Nov 12, 2026");
});

test("A day of another year has its year, by the region's zone", () => {
  const newYear = "2026-12-31T15:00:00Z";
  const [west, east] = [{ timeZone: "America/New_York" }, { timeZone: "Asia/Tokyo" }];
  expect([formatMonthDay(newYear, west), formatMonthDay(newYear, east)]).toEqual(["Dec 31", "Jan 1, 2027"]);
  expect(plain(formatDayTime(newYear, east))).toBe("Jan 1, 2027, 12:00 AM");
  expect(plain(formatCallTime(newYear, east))).toBe("Fri, Jan 1, 2027, 12:00 AM");
  expect([formatDayOfWeek("2027-01-01"), formatDayOfWeek("2025-12-31")]).toEqual([
    "Friday, January 1, 2027",
    "Wednesday, December 31, 2025",
  ]);
  expect([formatMonthDay("2026-01-01"), formatMonthDay("2025-12-31"), formatAxisDay("2025-12-31")]).toEqual([
    "Jan 1",
    "Dec 31, 2025",
    "Dec 31",
  ]);
  // What is now may be a time of the database.
  expect(formatMonthDay("2026-12-31", {}, "2027-01-01")).toBe("Dec 31, 2026");
});

test("A range of moments has the days of the region's zone, and one of bare dates those that it names", () => {
  setViewerLocale("en-US");
  const region = { timeZone: "America/New_York" };
  const evening = ["2026-11-10T15:00:00Z", "2026-11-13T02:30:00Z"] as const;
  expect(plain(formatDayRange(...evening, region))).toBe("Nov 10 – 12, 2026");
  expect(plain(formatDayRange(...evening, { timeZone: "UTC" }))).toBe("Nov 10 – 13, 2026");
  expect(plain(formatDayRange("2026-11-10", "2026-11-12", region))).toBe("Nov 10 – 12, 2026");
});

test("An email names the agency's region, whatever the viewer's is", () => {
  setViewerLocale("en-US");
  const evening = new Date("2026-11-12T23:30:00Z");
  expect(formatTime(evening, { locale: "ja-JP", timeZone: "Asia/Tokyo" })).toBe("8:30");
  expect(formatDay(evening, { timeZone: "Asia/Tokyo" })).toBe("Nov 13, 2026");
  expect(formatDay(evening, { timeZone: "UTC" })).toBe("Nov 12, 2026");
});
