import { addDays } from "~/shared/day-range.ts";
import { isDay } from "../../../../domain/calendar-day.ts";
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

type Span = { from: string; to: string };

/** Whole weeks up to today, or the URL's custom period when it is valid. */
export function periodDays(period: Period, today: string, from: string, to: string): Span {
  if (period === "custom" && !spanProblem({ from, to })) return { from, to };
  const weeks = period === "4w" ? 4 : period === "year" ? 52 : 12;
  return { from: addDays(monday(today), -7 * (weeks - 1)), to: today };
}

/** The database allows up to three years. */
const MAX_DAYS = 1_100;

const FIRST_DAY = "1990-01-01";

/** Whether this is a complete date. A year with a zero in front means that the user is still typing it. */
export const isPeriodDay = (day: string) => isDay(day) && day >= "1000";

/** Why there are no figures for these two days, or null. */
export function spanProblem({ from, to }: Span): string | null {
  if (!isPeriodDay(from) || !isPeriodDay(to)) return "Enter two dates.";
  if (from < FIRST_DAY || to < FIRST_DAY) return "Choose dates in 1990 or later.";
  if (from > to) return "The first day is after the last one.";
  return to > addDays(from, MAX_DAYS) ? "Choose at most three years." : null;
}

/** 'Sep 28' */
export const dayText = (day: string) => formatMonthDay(day);
