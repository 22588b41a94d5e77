import { formatDayRange } from "../../domain/format-date.ts";

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Adds days to a date such as 2026-11-21, independent of time zones. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 'Nov 1 – 30, 2026', or 'Nov 1, 2026' for one day: both days are included. */
export function dayRangeText(from: string, to: string): string {
  if (isDay(from) && isDay(to)) return formatDayRange(from, to);
  return from === to ? from : `${from} – ${to}`;
}
