import { dateLocale, type Region } from "./format-locale.ts";

/** A day as YYYY-MM-DD, or a moment. */
type DateValue = string | Date;

const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** Cached, because creating one takes longer than using it a hundred times. */
function formatOf(options: Intl.DateTimeFormatOptions, { locale, timeZone }: Region): Intl.DateTimeFormat {
  const tag = dateLocale(locale);
  const ofRegions = formats.get(options) ?? new Map<string, Intl.DateTimeFormat>();
  const key = `${tag} ${timeZone}`;
  const format = ofRegions.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone });
  formats.set(options, ofRegions.set(key, format));
  return format;
}

/** Prints a moment in the region's time zone. A bare date (YYYY-MM-DD) has none, so it stays the day that it names. */
const formatter =
  (options: Intl.DateTimeFormatOptions) =>
  (value: DateValue, region: Region = {}): string =>
    isBare(value)
      ? formatOf(options, { ...region, timeZone: "UTC" }).format(new Date(value))
      : formatOf(options, region).format(new Date(value));

const yearOf = formatter({ year: "numeric" });

/** The same, with the year of a date that is in another year than now. */
const yearlessFormatter = (options: Intl.DateTimeFormatOptions) => {
  const [near, far] = [formatter(options), formatter({ ...options, year: "numeric" })];
  return (value: DateValue, region: Region = {}, now: DateValue = new Date()): string =>
    (yearOf(value, region) === yearOf(now, region) ? near : far)(value, region);
};

const isBare = (value: DateValue) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
/** 'Nov 12, 2026' */
export const formatDay = formatter(DAY);

/** 'Nov 1 – 30, 2026', from two bare dates or two moments, both included. */
export const formatDayRange = (from: string, to: string, region: Region = {}): string =>
  formatOf(DAY, isBare(from) ? { ...region, timeZone: "UTC" } : region).formatRange(new Date(from), new Date(to));

/** 'November 12, 2026' */
export const formatLongDay = formatter({ day: "numeric", month: "long", year: "numeric" });

/** 'Thursday, November 12', and in another year 'Thursday, November 12, 2026' */
export const formatDayOfWeek = yearlessFormatter({ weekday: "long", day: "numeric", month: "long" });

const MONTH_DAY = { day: "numeric", month: "short" } as const;
/** 'Nov 12', and in another year 'Nov 12, 2026' */
export const formatMonthDay = yearlessFormatter(MONTH_DAY);

/** 'Nov 12' in every year, for an axis or a calendar that says the year elsewhere. */
export const formatAxisDay = formatter(MONTH_DAY);

/** 'Thu' */
export const formatWeekday = formatter({ weekday: "short" });

/** '9:41 AM' */
export const formatTime = formatter({ hour: "numeric", minute: "2-digit" });

/** 'Nov 12, 9:41 AM', and in another year 'Nov 12, 2026, 9:41 AM' */
export const formatDayTime = yearlessFormatter({ day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

/** 'Nov 12, 2026, 9:41 AM' */
export const formatDayOfYearTime = formatter({ ...DAY, hour: "numeric", minute: "2-digit" });

/** 'Nov 12, 2026, 9:41 AM PST', for a reader in another time zone. */
export const formatDayOfYearTimeZone = formatter({
  ...DAY,
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** 'Tue, Dec 1, 10:00 AM', and in another year 'Tue, Dec 1, 2026, 10:00 AM' */
export const formatCallTime = yearlessFormatter({
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** 'Thursday 9:41 AM' */
export const formatWeekdayTime = formatter({ weekday: "long", hour: "numeric", minute: "2-digit" });

/** '9:41:52 AM' */
export const formatClock = formatter({ hour: "numeric", minute: "2-digit", second: "2-digit" });

/** 'Nov 12, 9:41:52 AM' */
export const formatDayClock = formatter({
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/** 'November 12, 2026 at 9:41 AM', for the hover over a relative time. */
export const formatMoment = formatter({ dateStyle: "long", timeStyle: "short" });

/** 'Nov 12, 2026, 9:41:52 AM', for the hover over a time whose order to its neighbors matters. */
export const formatExactMoment = formatter({ dateStyle: "medium", timeStyle: "medium" });

const HOUR = { hour: "numeric" } as const;
const FULL_HOUR = { hour: "numeric", minute: "2-digit" } as const;
/** '3 PM' or '15:00', from an hour of the day from 0 to 24. */
export function formatHour(hour: number, { locale }: Region = {}): string {
  const at = new Date(Date.UTC(2026, 0, 1, hour));
  const has12Hours = /hc-h1[12]$/.test(dateLocale(locale));
  return formatOf(has12Hours ? HOUR : FULL_HOUR, { locale, timeZone: "UTC" }).format(at);
}
