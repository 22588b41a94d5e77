import { formatDay } from "../../../../domain/format-date.ts";
import { federalHolidayName, type Holiday } from "../../../../domain/us-holidays.ts";

/** The database names of the days, Monday first. */
export const DAYS = [
  ["mon", "Monday"],
  ["tue", "Tuesday"],
  ["wed", "Wednesday"],
  ["thu", "Thursday"],
  ["fri", "Friday"],
  ["sat", "Saturday"],
  ["sun", "Sunday"],
] as const;

export type Day = (typeof DAYS)[number][0];
/** From and to, HH:MM in the agency's zone. A missing day is closed. */
export type WorkingWeek = Partial<Record<Day, [string, string]>>;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Reads a stored week and skips everything that is not a day with hours. */
export function readWeek(stored: unknown): WorkingWeek {
  const held = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const days = DAYS.flatMap(([day]) => {
    const hours = held[day];
    return Array.isArray(hours) && hours.length === 2 ? [[day, [String(hours[0]), String(hours[1])]] as const] : [];
  });
  return Object.fromEntries(days) as WorkingWeek;
}

/** The error in a day's hours, or null. */
export function hoursProblem(from: string, to: string): string | null {
  if (!TIME.test(from) || !TIME.test(to)) return "Enter both times";
  return from < to ? null : "The end time must be after the start time";
}

/** The week in a form's values: `mon` is 'on' when open, `mon-from` and `mon-to` are its hours. */
export function toWeek(values: Record<string, unknown>): WorkingWeek {
  const open = DAYS.filter(([day]) => values[day] === "on");
  return Object.fromEntries(
    open.map(([day]) => [day, [String(values[`${day}-from`]), String(values[`${day}-to`])]]),
  ) as WorkingWeek;
}

/** How many years ahead the database takes holidays (private.check_holidays). */
const MAX_YEARS = 10;

/** The error in a holiday that is to be added, or null. */
export function holidayProblem(date: string, days: readonly Holiday[], today: string): string | null {
  if (!date) return "Enter a date";
  const held = days.find((day) => day.date === date);
  if (held) return `${formatDay(date)} is already ${held.name || "a day off"}`;
  if (date < today) return "Choose today or a later date";
  const last = `${Number(today.slice(0, 4)) + MAX_YEARS}${today.slice(4)}`;
  return date > last ? `Choose a date within the next ${MAX_YEARS} years` : null;
}

/** Valid days, sorted and unique. The last of two on the same day counts. */
export function sortHolidays(days: readonly Holiday[]): Holiday[] {
  const valid = days.filter(({ date }) => /^\d{4}-\d{2}-\d{2}$/.test(date));
  return [...new Map(valid.map((day) => [day.date, day])).values()].sort((a, b) => a.date.localeCompare(b.date));
}

/** The stored days with their names: the agency's own, or the federal holiday's. */
export function readHolidays(dates: readonly string[], names: unknown): Holiday[] {
  const stored = (typeof names === "object" && names !== null ? names : {}) as Record<string, unknown>;
  const days = sortHolidays(dates.map((date) => ({ date, name: String(stored[date] ?? "") })));
  return days.map(({ date, name }) => ({ date, name: name || federalHolidayName(date) }));
}

/** The columns that store these days. */
export function storeHolidays(days: readonly Holiday[]): { holidays: string[]; holiday_names: Record<string, string> } {
  const sorted = sortHolidays(days);
  return {
    holidays: sorted.map(({ date }) => date),
    holiday_names: Object.fromEntries(
      sorted
        .map(({ date, name }) => [date, name || federalHolidayName(date)] as const)
        .filter(([, name]) => name !== ""),
    ),
  };
}
