import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendars, moments, ZONES } from "../tests/support/working-calendars.ts";
import {
  addWorkingSeconds,
  isWorkingTime,
  nextOpening,
  type WorkingCalendar,
  workingSecondsBetween,
} from "./working-time.ts";
import { toInstant, toWallTime } from "./zoned-time.ts";

const at = (text: string) => Date.parse(text);
const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString().slice(0, 19));
const every = (from: string, to: string): WorkingCalendar["hours"] =>
  Object.fromEntries(["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [from, to]]));
const berlin = (hours: WorkingCalendar["hours"], holidays: string[] = []): WorkingCalendar => ({
  timeZone: "Europe/Berlin",
  hours,
  holidays,
});
const office = berlin({ mon: ["09:00", "18:00"], tue: ["09:00", "18:00"], fri: ["09:00", "18:00"] }, ["2026-01-05"]);

describe("The next opening", () => {
  test.each([
    ["during working hours is now", "2026-01-09T10:00:00Z", "2026-01-09T10:00:00"],
    ["before working hours is their start", "2026-01-09T03:00:00Z", "2026-01-09T08:00:00"],
    ["at closing is the next opening", "2026-01-06T17:00:00Z", "2026-01-09T08:00:00"],
    ["skips holidays and days without hours", "2026-01-02T18:00:00Z", "2026-01-06T08:00:00"],
  ])("%s", (_, from, opening) => {
    expect(iso(nextOpening(at(from), office))).toBe(opening);
  });

  test("does not exist without working hours, or if every day is a holiday", () => {
    expect(nextOpening(at("2026-01-09T10:00:00Z"), berlin({}))).toBeNull();
    const start = at("2026-01-01T00:00:00Z");
    const holidays = Array.from({ length: 500 }, (_, day) =>
      new Date(start + day * 86_400_000).toISOString().slice(0, 10),
    );
    expect(nextOpening(start, berlin(every("00:00", "24:00"), holidays))).toBeNull();
    expect(addWorkingSeconds(start, 300, berlin({}))).toBeNull();
    expect(workingSecondsBetween(start, start + 1e9, berlin({}))).toBe(0);
  });
});

describe("Working seconds", () => {
  test.each([
    ["end within the day", 300, "2026-01-09T10:00:00Z", "2026-01-09T10:05:00"],
    ["end exactly at closing", 3600, "2026-01-09T16:00:00Z", "2026-01-09T17:00:00"],
    ["continue at the next opening", 3601, "2026-01-09T16:00:00Z", "2026-01-12T08:00:01"],
    ["end at the next opening for a duration of zero", 0, "2026-01-09T17:00:00Z", "2026-01-12T08:00:00"],
  ])("%s", (_, seconds, from, end) => {
    expect(iso(addWorkingSeconds(at(from), seconds, office))).toBe(end);
  });

  test("account for skipped and repeated clock times", () => {
    const nights = berlin(every("00:00", "06:00"));
    // Clocks go forward on March 29, 2026 at 2:00, and back on October 25 at 3:00.
    expect(workingSecondsBetween(at("2026-03-28T12:00:00Z"), at("2026-03-29T12:00:00Z"), nights)).toBe(5 * 3600);
    expect(workingSecondsBetween(at("2026-10-24T12:00:00Z"), at("2026-10-25T12:00:00Z"), nights)).toBe(7 * 3600);
    expect(iso(addWorkingSeconds(at("2026-03-28T23:30:00Z"), 7200, nights))).toBe("2026-03-29T01:30:00");
  });

  test("start after a skipped hour, and use the second of a repeated hour", () => {
    expect(iso(nextOpening(at("2026-03-28T20:00:00Z"), berlin(every("02:30", "06:00"))))).toBe("2026-03-29T01:30:00");
    expect(iso(nextOpening(at("2026-10-24T20:00:00Z"), berlin(every("02:30", "06:00"))))).toBe("2026-10-25T01:30:00");
    // Working hours inside the skipped hour do not exist.
    expect(iso(nextOpening(at("2026-03-28T20:00:00Z"), berlin(every("02:10", "02:10"))))).toBeNull();
  });

  test("equal wall seconds around the clock", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, fc.nat(500_000), (timeZone, from, seconds) => {
        const calendar = { timeZone, hours: every("00:00", "24:00"), holidays: [] };
        expect(addWorkingSeconds(from, seconds, calendar)).toBe(from + seconds * 1000);
        expect(workingSecondsBetween(from, from + seconds * 1000, calendar)).toBe(seconds);
        expect(nextOpening(from, calendar)).toBe(from);
      }),
    );
  });
});

describe("In any calendar and zone", () => {
  const RUNS = { numRuns: 400 };

  test("the next opening is in working time, and no earlier moment is", () => {
    fc.assert(
      fc.property(calendars, moments, (calendar, moment) => {
        const opening = nextOpening(moment, calendar);
        if (opening === null) return;
        expect(opening).toBeGreaterThanOrEqual(moment);
        expect(isWorkingTime(opening, calendar)).toBe(true);
        expect(workingSecondsBetween(moment, opening, calendar)).toBe(0);
        if (opening > moment) expect(isWorkingTime(moment, calendar)).toBe(false);
      }),
      RUNS,
    );
  });

  test("adding and counting are inverse", () => {
    fc.assert(
      fc.property(calendars, moments, fc.nat(150_000), (calendar, moment, seconds) => {
        const end = addWorkingSeconds(moment, seconds, calendar);
        if (end !== null) expect(workingSecondsBetween(moment, end, calendar)).toBeCloseTo(seconds, 6);
      }),
      RUNS,
    );
  });

  test("adding in two steps equals adding once, and a later start never ends earlier", () => {
    fc.assert(
      fc.property(
        calendars,
        moments,
        fc.integer({ min: 1, max: 90_000 }),
        fc.integer({ min: 1, max: 90_000 }),
        (calendar, moment, first, second) => {
          const middle = addWorkingSeconds(moment, first, calendar);
          const end = addWorkingSeconds(moment, first + second, calendar);
          if (middle === null || end === null) return;
          expect(addWorkingSeconds(middle, second, calendar)).toBe(end);
          expect(end).toBeGreaterThan(middle);
        },
      ),
      RUNS,
    );
  });

  test("counting is additive, and never exceeds wall time", () => {
    fc.assert(
      fc.property(calendars, moments, fc.nat(500_000_000), fc.nat(500_000_000), (calendar, moment, first, second) => {
        const [middle, end] = [moment + first, moment + first + second];
        const whole = workingSecondsBetween(moment, end, calendar);
        const parts = workingSecondsBetween(moment, middle, calendar) + workingSecondsBetween(middle, end, calendar);
        expect(parts).toBeCloseTo(whole, 6);
        expect(whole).toBeLessThanOrEqual((end - moment) / 1000);
        expect(workingSecondsBetween(end, moment - 1, calendar)).toBe(0);
      }),
      RUNS,
    );
  });

  test("an existing local time becomes an instant with that local time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, (zone, moment) => {
        const wall = toWallTime(moment, zone);
        expect(toWallTime(toInstant(wall, zone), zone)).toBe(wall);
      }),
    );
  });
});
