/** A day as YYYY-MM-DD, or a moment. */
type DateValue = string | Date;

const formats = new Map<Intl.DateTimeFormatOptions, Map<string | undefined, Intl.DateTimeFormat>>();

/** Cached, because creating one takes longer than using it a hundred times. */
function formatOf(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const ofZones = formats.get(options) ?? new Map<string | undefined, Intl.DateTimeFormat>();
  const format = ofZones.get(timeZone) ?? new Intl.DateTimeFormat("en", { ...options, timeZone });
  formats.set(options, ofZones.set(timeZone, format));
  return format;
}

/** Prints in the viewer's time zone, or in the given one. */
const print = (options: Intl.DateTimeFormatOptions, value: DateValue, timeZone?: string) =>
  formatOf(options, timeZone).format(toDate(value));

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;

/** '12 Nov 2026'; a bare date (YYYY-MM-DD) stays the day that it names. */
export function formatDay(value: DateValue): string {
  const parts = formatOf(DAY).formatToParts(toDate(value));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("day")} ${part("month")} ${part("year")}`;
}

/** 'Nov 12, 2026' */
export const formatShortDay = (value: DateValue, timeZone?: string) => print(DAY, value, timeZone);

const LONG_DAY = { day: "numeric", month: "long", year: "numeric" } as const;
/** 'November 12, 2026' */
export const formatLongDay = (value: DateValue) => print(LONG_DAY, value);

const LONG_WEEKDAY = { weekday: "long", day: "numeric", month: "long" } as const;
/** 'Thursday, November 12' */
export const formatDayOfWeek = (value: DateValue) => print(LONG_WEEKDAY, value);

const MONTH_DAY = { day: "numeric", month: "short" } as const;
/** 'Nov 12' */
export const formatMonthDay = (value: DateValue) => print(MONTH_DAY, value);

const MONTH = { month: "short" } as const;
/** 'Nov' */
export const formatMonth = (value: DateValue) => print(MONTH, value);

const WEEKDAY = { weekday: "short" } as const;
/** 'Thu' */
export const formatWeekday = (value: DateValue) => print(WEEKDAY, value);

const TIME = { hour: "numeric", minute: "2-digit", hourCycle: "h23" } as const;
/** '09:41' */
export const formatTime = (value: DateValue, timeZone?: string) => print(TIME, value, timeZone);

const TIME_12_HOUR = { hour: "numeric", minute: "2-digit" } as const;
/** '9:41 AM' */
export const formatTime12Hour = (value: DateValue) => print(TIME_12_HOUR, value);

const WEEKDAY_TIME = { weekday: "long", hour: "numeric", minute: "2-digit" } as const;
/** 'Thursday 9:41 AM' */
export const formatWeekdayTime = (value: DateValue) => print(WEEKDAY_TIME, value);

const CLOCK = { hour: "numeric", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
/** '09:41:52' */
export const formatClock = (value: DateValue) => print(CLOCK, value);

const DAY_CLOCK = {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;
/** 'Nov 12, 09:41:52' */
export const formatDayClock = (value: DateValue) => print(DAY_CLOCK, value);

const MOMENT = { dateStyle: "long", timeStyle: "short" } as const;
/** 'November 12, 2026 at 9:41 AM', for the hover over a relative time. */
export const formatMoment = (value: DateValue) => print(MOMENT, value);

const NUMERIC_MOMENT = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;
/** '11/12/2026, 9:41:52 AM' */
export const formatNumericMoment = (value: DateValue) => print(NUMERIC_MOMENT, value);

/** A bare date would be read as midnight in London and show as the day before in New York. */
function toDate(value: DateValue): Date {
  if (value instanceof Date) return value;
  const bare = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return bare ? new Date(Number(bare[1]), Number(bare[2]) - 1, Number(bare[3])) : new Date(value);
}
