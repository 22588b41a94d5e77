import { formatCount as formatNumber, formatPercent } from "../../../../domain/format-count.ts";

/** '1,204', or '–' when nothing was measured. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatNumber(value);
}

/** '4.2%', or '–' when there is no denominator. */
export function formatShare(value: number | null | undefined): string {
  return value === null || value === undefined
    ? "–"
    : formatPercent(value, Math.round(value * 1000) % 10 === 0 ? 0 : 1);
}
