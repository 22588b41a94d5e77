import { dateLocale, type Region } from "./format-locale.ts";

const MINUTE = 60;
/** Each unit with its seconds, and from how many seconds the next one is used. */
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["minute", MINUTE, 60 * MINUTE],
  ["hour", 3_600, 86_400],
  ["day", 86_400, 30 * 86_400],
  ["month", 30 * 86_400, 365 * 86_400],
  ["year", 365 * 86_400, Number.POSITIVE_INFINITY],
];

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** Cached, because creating one takes longer than using it a hundred times. */
function formatOf(locale: string): Intl.RelativeTimeFormat {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  return format;
}

/**
 * '3 days ago', 'in 2 hours', 'now'. The past has the whole units that have passed. The future has the nearest unit: what is set for
 * 7 days is still 'in 7 days' a moment later.
 */
export function formatRelativeTime(time: Date, now: Date, { locale }: Region = {}): string {
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const format = formatOf(dateLocale(locale));
  const count = (size: number) => (seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size));
  const [unit, size] = STEPS.find(([, own, next]) => Math.abs(count(own)) * own < next) ?? ["year", 365 * 86_400];
  return count(MINUTE) === 0 ? format.format(0, "second") : format.format(count(size), unit);
}
