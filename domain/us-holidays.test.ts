import { expect, test } from "vitest";
import { federalHolidayName, federalHolidays } from "./us-holidays.ts";

// From opm.gov, federal holidays.
const OPM: Record<number, string[]> = {
  2026: [
    "2026-01-01",
    "2026-01-19",
    "2026-02-16",
    "2026-05-25",
    "2026-06-19",
    "2026-07-03",
    "2026-09-07",
    "2026-10-12",
    "2026-11-11",
    "2026-11-26",
    "2026-12-25",
  ],
  2027: [
    "2027-01-01",
    "2027-01-18",
    "2027-02-15",
    "2027-05-31",
    "2027-06-18",
    "2027-07-05",
    "2027-09-06",
    "2027-10-11",
    "2027-11-11",
    "2027-11-25",
    "2027-12-24",
  ],
};

test.each(Object.entries(OPM))("the federal holidays of %s are on the days of the government's list", (year, days) => {
  expect(federalHolidays(Number(year)).map(({ date }) => date)).toEqual(days);
});

test("a day has its holiday's name, also when New Year's Day is observed in the year before", () => {
  expect(federalHolidayName("2026-11-26")).toBe("Thanksgiving Day");
  expect(federalHolidayName("2027-12-31")).toBe("New Year's Day");
  expect(federalHolidayName("2026-11-27")).toBe("");
});
