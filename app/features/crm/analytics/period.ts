import { addDays, isDay } from "~/shared/day-range.ts";
import { formatMonthDay } from "../../../../domain/format-date.ts";

function monday(day: string): string {
  return addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));
}

export const PERIODS = [
  { value: "4w", label: "4 weeks" },
  { value: "12w", label: "12 weeks" },
  { value: "year", label: "Year" },
  { value: "custom", label: "Custom" },
] as const;
export type Period = (typeof PERIODS)[number]["value"];

/** Whole weeks up to today, or the URL's custom period when it is valid. */
export function periodDays(period: Period, today: string, from: string, to: string): { from: string; to: string } {
  if (period === "custom" && isDay(from) && isDay(to) && from <= to) return { from, to };
  const weeks = period === "4w" ? 4 : period === "year" ? 52 : 12;
  return { from: addDays(monday(today), -7 * (weeks - 1)), to: today };
}

/** The database allows up to three years. */
const MAX_DAYS = 1_100;

/** Whether this is a complete date. An earlier year means that the user is still typing it. */
export const isPeriodDay = (day: string) => isDay(day) && day >= "1990";

/** The middle one of three days. */
const between = (...days: [string, string, string]) => days.toSorted()[1] ?? days[0];

/** Sets one end of the span. The other end moves only as far as necessary. */
export function clampSpan(touched: { from: string } | { to: string }, span: { from: string; to: string }) {
  if ("from" in touched)
    return { from: touched.from, to: between(touched.from, span.to, addDays(touched.from, MAX_DAYS)) };
  return { from: between(addDays(touched.to, -MAX_DAYS), span.from, touched.to), to: touched.to };
}

/** 'Sep 28' */
export const dayText = (day: string) => formatMonthDay(day);
