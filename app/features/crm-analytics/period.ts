/** Days are texts like 2026-11-21: no zone can move them. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

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

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
export const dayText = (day: string) => dayFormat.format(new Date(`${day}T12:00:00Z`));
