import { expect, test } from "vitest";
import { holidayProblem, hoursProblem, readHolidays, readWeek, storeHolidays, toWeek } from "./working-week.ts";

test("a stored week is read, and its invalid parts are skipped", () => {
  expect(readWeek({ mon: ["09:00", "18:00"], tue: "x", nonsense: ["1", "2"] })).toEqual({ mon: ["09:00", "18:00"] });
  expect(readWeek(null)).toEqual({});
});

test("only open days have hours, whatever their fields contain", () => {
  const values = { mon: "on", "mon-from": "08:30", "mon-to": "17:00", "tue-from": "09:00", "tue-to": "18:00" };
  expect(toWeek(values)).toEqual({ mon: ["08:30", "17:00"] });
});

test.each([
  ["09:00", "18:00", null],
  ["18:00", "09:00", "The end time must be after the start time"],
  ["09:00", "09:00", "The end time must be after the start time"],
  ["", "18:00", "Enter both times"],
  ["25:00", "26:00", "Enter both times"],
])("%s to %s", (from, to, problem) => expect(hoursProblem(from, to)).toBe(problem));

test.each([
  ["", "Enter a date"],
  ["2026-12-25", "Dec 25, 2026 is already Christmas Day"],
  ["2026-12-28", "Dec 28, 2026 is already a day off"],
  ["2026-11-30", "Choose today or a later date"],
  ["2036-12-02", "Choose a date within the next 10 years"],
  ["2026-12-01", null],
  ["2036-12-01", null],
])("a holiday on %s: %s", (date, problem) => {
  const days = [
    { date: "2026-12-25", name: "Christmas Day" },
    { date: "2026-12-28", name: "" },
  ];
  expect(holidayProblem(date, days, "2026-12-01")).toBe(problem);
});

test("holidays are sorted and unique", () => {
  const days = readHolidays(["2026-12-25", "2026-03-02", "2026-12-25", "soon"], { "2026-03-02": "Company day" });
  expect(days).toEqual([
    { date: "2026-03-02", name: "Company day" },
    { date: "2026-12-25", name: "Christmas Day" },
  ]);
  expect(storeHolidays([...days, { date: "2026-03-03", name: "" }])).toEqual({
    holidays: ["2026-03-02", "2026-03-03", "2026-12-25"],
    holiday_names: { "2026-03-02": "Company day", "2026-12-25": "Christmas Day" },
  });
});
