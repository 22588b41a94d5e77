import { formatCount, formatPercent } from "../../../../domain/format-count.ts";

/** '3:11', or '–' when nothing was measured. */
export function formatMinutes(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.round(seconds);
  if (whole >= 36_000) return `${Math.round(whole / 3_600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Smaller samples show both counts: '34 vs 1' says more than '+3,300%'. */
const MIN_SAMPLE = 10;
/** From this factor on, both counts are clearer than a percentage. */
const MAX_FACTOR = 4;

/** Whether a sample is large enough to compare its share or median. */
export const isLargeEnough = (count: number) => count >= MIN_SAMPLE;

/** Whether a percentage of change says more than both counts. */
export const isComparable = (now: number, before: number) => isLargeEnough(before) && now < before * MAX_FACTOR;

/** The change between two counts without a sign: '12%', or '34 vs 1' when a percentage would mislead. */
export function changeText(now: number, before: number): string {
  if (!isComparable(now, before)) return `${formatCount(now)} vs ${formatCount(before)}`;
  return formatPercent(Math.abs(now / before - 1));
}

/** In stacking order, bottom first. Colors c1 to c5 run by lightness. */
export const SOURCES = ["landing_page", "social_media", "website_form", "referral", "other"] as const;
