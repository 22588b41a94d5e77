import { formatMonth } from "../../domain/format-date.ts";

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

type Day = { year: string; month: string; day: string };

function read(text: string): Day | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year || !month || !day) return null;
  return { year, month: formatMonth(text), day: String(Number(day)) };
}

/** Adds days to a date such as 2026-11-21, independent of time zones. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** '1–30 Nov 2026', '31 Aug – 21 Nov 2026', '28 Dec 2025 – 3 Jan 2026', '1 Nov 2026': both days are included. */
export function dayRangeText(from: string, to: string): string {
  const [first, last] = [read(from), read(to)];
  if (!first || !last) return from === to ? from : `${from} – ${to}`;
  const end = `${last.day} ${last.month} ${last.year}`;
  if (from === to) return end;
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} – ${end}`;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month} – ${end}`;
}
