import {
  formatCount as formatNumber,
  formatShare as formatPart,
  formatTableShare as formatTablePart,
} from "../../../../domain/format-count.ts";

/** '1,204', or '–' when nothing was measured. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatNumber(value);
}

/** '4.2%', or '–' when there is no denominator. */
export function formatShare(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatPart(value);
}

/** The same in a column of a table: '4.2%', '42.0%'. A page's conversion rate reads so everywhere, because its list is a table. */
export function formatTableShare(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : formatTablePart(value);
}

/** '1 visitor', '1,204 visitors' */
export const counted = (count: number, one: string): string => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
