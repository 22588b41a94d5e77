/** Nobody is 0 %: without a denominator there is no share. */
export const share = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : "–");

/** '3:11', or '–' where nothing was measured. */
export function minutes(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.round(seconds);
  if (whole >= 36_000) return `${Math.round(whole / 3_600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export const many = (count: number) => count.toLocaleString("en");

/** From the bottom of a stack upwards; colours c1 to c5 run by lightness. */
export const SOURCES = ["landing_page", "social_media", "website_form", "referral", "other"] as const;
