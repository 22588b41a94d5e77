import { dayRangeText } from "~/shared/day-range.ts";
import { formatDay } from "../../../../domain/format-date.ts";

/** 'Nov 1 – 30, 2026', 'since Nov 1, 2026' or 'until Nov 30, 2026'. */
export function issuedText(from: string, until: string): string {
  if (from && until) return dayRangeText(from, until);
  return from ? `since ${formatDay(from)}` : `until ${formatDay(until)}`;
}
