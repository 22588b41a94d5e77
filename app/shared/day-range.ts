import { isDay } from "../../domain/calendar-day.ts";
import { formatDayRange } from "../../domain/format-date.ts";

/** Adds days to a date such as 2026-11-21, independent of time zones. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** What the field of the last day says when it is before the first day. */
export const lastDayError = (from: string, to: string): string | undefined =>
  from && to && to < from ? "This is before the first day" : undefined;

/** 'Nov 1 – 30, 2026', or 'Nov 1, 2026' for one day: both days are included. */
export function dayRangeText(from: string, to: string): string {
  if (isDay(from) && isDay(to)) return formatDayRange(from, to);
  return from === to ? from : `${from} – ${to}`;
}
