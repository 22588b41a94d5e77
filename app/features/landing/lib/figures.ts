import { formatCount as formatNumber } from "../../../../domain/format-count.ts";

const share = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** '1,204', or '–' when nothing was measured. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatNumber(value);
}

/** '4.2%', or '–' when there is no denominator. */
export function formatShare(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : share.format(value);
}
