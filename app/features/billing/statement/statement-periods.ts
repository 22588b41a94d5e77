import type { StatementPeriod } from "./api.ts";

export const PERIODS = [
  { value: "month", label: "This month" },
  { value: "last-month", label: "Last month" },
  { value: "year", label: "This year" },
  { value: "last-year", label: "Last year" },
  { value: "custom", label: "Custom" },
] as const;
export type NamedPeriod = (typeof PERIODS)[number]["value"];

/** The days of a period, seen from a day (YYYY-MM-DD). A custom one starts as this year, and its days can be changed. */
export function daysOf(period: NamedPeriod, today: string): StatementPeriod {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const day = (ofYear: number, ofMonth: number, ofDay: number) =>
    new Date(Date.UTC(ofYear, ofMonth - 1, ofDay)).toISOString().slice(0, 10);
  if (period === "month") return { from: day(year, month, 1), until: today };
  if (period === "last-month") return { from: day(year, month - 1, 1), until: day(year, month, 0) };
  if (period === "last-year") return { from: day(year - 1, 1, 1), until: day(year - 1, 12, 31) };
  return { from: day(year, 1, 1), until: today };
}
