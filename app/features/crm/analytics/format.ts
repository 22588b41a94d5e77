/** Nobody is 0 %: without a denominator there is no share. */
export const formatShare = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : "–");

/** '3:11', or '–' where nothing was measured. */
export function formatMinutes(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.round(seconds);
  if (whole >= 36_000) return `${Math.round(whole / 3_600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Fewer than this are no base for percent: '34 vs 1' says more than '+3300 %'. */
const MIN_SAMPLE = 10;
/** Ten times as much and more is beyond percent as well. */
const MAX_FACTOR = 10;

/** Whether a share or a median of so many is worth comparing with another. */
export const isLargeEnough = (count: number) => count >= MIN_SAMPLE;

/** '12 %' between two counts, '34 vs 1' where percent would mislead; always without its sign. */
export function changeText(now: number, before: number): string {
  if (!isLargeEnough(before) || now >= before * MAX_FACTOR) return `${formatCount(now)} vs ${formatCount(before)}`;
  return `${Math.abs(Math.round((now / before - 1) * 100))} %`;
}

export const formatCount = (count: number) => count.toLocaleString("en");

/** From the bottom of a stack upwards; colours c1 to c5 run by lightness. */
export const SOURCES = ["landing_page", "social_media", "website_form", "referral", "other"] as const;
