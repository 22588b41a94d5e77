import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awayDays, awayUntil, daysOfAbsence, shortAwayUntil } from "./away-text.ts";

const ZONE = "America/New_York";
const NOW = "2026-11-28T20:00:00Z";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("The end of an absence names the account's zone", () => {
  expect(awayUntil("2026-11-29T08:00:00Z", ZONE)).toBe("Nov 29, 3:00 AM, Eastern Time");
});

test("A narrow place shows the time today, the weekday within a week, and later the day", () => {
  const shown = (end: string) => shortAwayUntil(end, NOW, ZONE);
  expect(shown("2026-11-29T02:00:00Z")).toBe("9:00 PM");
  expect(shown("2026-11-29T05:00:00Z")).toBe("Sun");
  expect(shown("2026-12-05T19:59:00Z")).toBe("Sat");
  expect(shown("2026-12-06T05:00:00Z")).toBe("Dec 6");
  expect(shown("2027-12-06T05:00:00Z")).toBe("Dec 6, 2027");
});

test("An absence has the days of the person's zone", () => {
  const absence = { starts_at: "2026-12-09T11:00:00Z", ends_at: "2026-12-20T11:00:00Z" };
  expect(awayDays(...daysOfAbsence(absence, "Pacific/Auckland"))).toBe("Dec 10 – Dec 20");
  expect(awayDays("2026-12-10", "2026-12-10")).toBe("Dec 10");
  expect(awayDays("2026-12-28", "2027-01-03")).toBe("Dec 28, 2026 – Jan 3, 2027");
  expect(awayDays("2027-12-10", "2027-12-20")).toBe("Dec 10 – Dec 20, 2027");
  expect(awayUntil("2028-01-03T05:00:00Z", ZONE)).toBe("Jan 3, 2028, 12:00 AM, Eastern Time");
});
