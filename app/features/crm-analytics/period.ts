import { addDays } from "~/shared/day-range.ts";

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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whole weeks up to today; a custom period as the address has it, if it is one. */
export function periodDays(period: Period, today: string, from: string, to: string): { from: string; to: string } {
  if (period === "custom" && DAY.test(from) && DAY.test(to) && from <= to) return { from, to };
  const weeks = period === "4w" ? 4 : period === "year" ? 52 : 12;
  return { from: addDays(monday(today), -7 * (weeks - 1)), to: today };
}

const months = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });
/** '28 Sep', as on the axis of weeks. */
export const dayText = (day: string) => `${Number(day.slice(8))} ${months.format(new Date(`${day}T12:00:00Z`))}`;
