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

const calendars = new Map<string | undefined, Intl.DateTimeFormat>();

/** The number of a moment's day in a time zone, counted from 1970. */
function dayNumber(moment: Date, timeZone: string | undefined): number {
  // Sweden writes 2026-11-21.
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  calendars.set(timeZone, calendar);
  return Date.parse(calendar.format(moment)) / 86_400_000;
}

/**
 * '3 days ago', 'in 2 hours', 'now'. Days are those of the calendar: on Saturday, Thursday evening is '2 days ago'. Shorter and longer
 * times have the whole units that have passed. In the future they have the nearest unit: what is set for 2 hours is still 'in 2 hours' a
 * moment later.
 */
export function formatRelativeTime(time: Date, now: Date, { locale, timeZone }: Region = {}): string {
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const format = formatOf(dateLocale(locale));
  const count = (size: number) => (seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size));
  const [unit, size] = STEPS.find(([, own, next]) => Math.abs(count(own)) * own < next) ?? ["year", 365 * 86_400];
  if (count(MINUTE) === 0) return format.format(0, "second");
  // A day with a repeated hour can have more than 24 of them.
  const days = unit === "day" ? dayNumber(time, timeZone) - dayNumber(now, timeZone) : 0;
  return format.format(days || count(size), unit);
}
