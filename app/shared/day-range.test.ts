import { expect, test } from "vitest";
import { isDay } from "../../domain/calendar-day.ts";
import { addDays, dayRangeText, lastDayError } from "./day-range.ts";

test.each([
  ["2026-11-01", "2026-11-30", "Nov 1 – 30, 2026"],
  ["2026-11-01", "2026-11-01", "Nov 1, 2026"],
  ["2026-08-31", "2026-11-21", "Aug 31 – Nov 21, 2026"],
  ["2025-12-28", "2026-01-03", "Dec 28, 2025 – Jan 3, 2026"],
  ["soon", "2026-01-03", "soon – 2026-01-03"],
])("From %s to %s reads “%s”", (from, to, said) => {
  // Around the dash, there are thin spaces.
  expect(dayRangeText(from, to).replaceAll("\u2009", " ")).toBe(said);
});

test("Days are added across months, years and changes of clocks", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
  expect(addDays("never", 1)).toBe("never");
});

test("A last day before the first one is an error of its field, and a missing day is not", () => {
  expect(lastDayError("2026-11-02", "2026-11-01")).toBe("This is before the first day");
  expect(lastDayError("2026-11-01", "2026-11-01")).toBeUndefined();
  expect(lastDayError("", "2026-11-01")).toBeUndefined();
  expect(lastDayError("2026-11-01", "")).toBeUndefined();
});

test("Only a day of the calendar is one", () => {
  for (const day of ["2026-11-30", "2024-02-29", "0001-01-01"]) expect(isDay(day), day).toBe(true);
  const others = [
    "",
    "2026-02-29",
    "2026-02-31",
    "2026-13-01",
    "2026-1-1",
    "0000-01-01",
    "20261-01-01",
    "today",
    "2026-11-30T00",
  ];
  for (const text of others) expect(isDay(text), text).toBe(false);
});
