export type Holiday = { date: string; name: string };

const DAY_MS = 86_400_000;
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The nth weekday of a month: `nth(2026, 11, 4, 4)` is the fourth Thursday of November. Sunday is 0. */
function nth(year: number, month: number, weekday: number, number: number): number {
  const first = Date.UTC(year, month - 1, 1);
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (number - 1) * 7) * DAY_MS;
}

/** A date of its own. On a Saturday it is observed the day before, on a Sunday the day after. */
function observed(year: number, month: number, day: number): number {
  const time = Date.UTC(year, month - 1, day);
  const weekday = new Date(time).getUTCDay();
  return time + (weekday === 6 ? -1 : weekday === 0 ? 1 : 0) * DAY_MS;
}

/** The eleven US federal holidays of a year, on the days when they are observed (5 U.S.C. 6103). */
export function federalHolidays(year: number): Holiday[] {
  const lastMondayOfMay = nth(year, 6, 1, 1) - 7 * DAY_MS;
  const days: [number, string][] = [
    [observed(year, 1, 1), "New Year's Day"],
    [nth(year, 1, 1, 3), "Martin Luther King Jr. Day"],
    [nth(year, 2, 1, 3), "Presidents' Day"],
    [lastMondayOfMay, "Memorial Day"],
    [observed(year, 6, 19), "Juneteenth"],
    [observed(year, 7, 4), "Independence Day"],
    [nth(year, 9, 1, 1), "Labor Day"],
    [nth(year, 10, 1, 2), "Columbus Day"],
    [observed(year, 11, 11), "Veterans Day"],
    [nth(year, 11, 4, 4), "Thanksgiving Day"],
    [observed(year, 12, 25), "Christmas Day"],
  ];
  return days.map(([time, name]) => ({ date: iso(time), name }));
}

/** The name of a federal holiday that is observed on this day, or ''. New Year's Day may be observed in the year before. */
export function federalHolidayName(date: string): string {
  const year = Number(date.slice(0, 4));
  return [...federalHolidays(year), ...federalHolidays(year + 1)].find((day) => day.date === date)?.name ?? "";
}
