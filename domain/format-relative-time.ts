import { dateLocale, type Region } from "./format-locale.ts";

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** Cached, because creating one takes longer than using it a hundred times. */
function formatOf(locale: string): Intl.RelativeTimeFormat {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  return format;
}

/** '3 days ago', 'in 2 hours', 'now': the nearest whole unit between `time` and `now`. */
export function formatRelativeTime(time: Date, now: Date, { locale }: Region = {}): string {
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const format = formatOf(dateLocale(locale));
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, "second");
}
