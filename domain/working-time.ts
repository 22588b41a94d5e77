import { toInstant, toWallTime } from "./zoned-time.ts";

/** Start and end of each day in local time, 'HH:MM' up to '24:00'. A missing day has no working hours. */
export type WorkingHours = Partial<Record<(typeof DAYS)[number], readonly [string, string]>>;

/** When the agency works: IANA zone, weekly hours, and holidays ('2026-12-25'). */
export type WorkingCalendar = { timeZone: string; hours: WorkingHours; holidays: readonly string[] };

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const DAY = 86_400_000;

/** The search stops after this many days, so that it never loops forever. */
const FAR_DAYS = 400;

const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Milliseconds since midnight. Null if it is not a time. */
function timeOf(text: unknown): number | null {
  const found = typeof text === "string" ? TIME.exec(text) : null;
  if (!found) return null;
  return found[1] === undefined ? DAY : (Number(found[1]) * 60 + Number(found[2])) * 60_000;
}

type Range = { opens: number; closes: number };

/** The working hours of the local day that starts at `day` (a midnight in wall time). Null if it has none. */
function workingRange(day: number, { timeZone, hours, holidays }: WorkingCalendar): Range | null {
  const date = new Date(day);
  const pair: unknown = hours[DAYS[date.getUTCDay()] as "mon"];
  const [opening, closing] = Array.isArray(pair) ? [timeOf(pair[0]), timeOf(pair[1])] : [null, null];
  if (opening === null || closing === null || opening >= closing) return null;
  if (holidays.includes(date.toISOString().slice(0, 10))) return null;
  const range = { opens: toInstant(day + opening, timeZone), closes: toInstant(day + closing, timeZone) };
  return range.opens < range.closes ? range : null;
}

/** The local midnight before an instant, as wall time. */
const dayOf = (instant: number, zone: string): number => Math.floor(toWallTime(instant, zone) / DAY) * DAY;

/**
 * All working hours that end after `from`, in order. The search starts a day earlier, because that day may still be
 * open when clocks were set back.
 */
function* rangesAfter(from: number, calendar: WorkingCalendar, days: number): Generator<Range> {
  const today = dayOf(from, calendar.timeZone);
  for (let at = -1; at <= days; at++) {
    const range = workingRange(today + at * DAY, calendar);
    if (range && range.closes > from) yield range;
  }
}

/** Whether people work on this local day ('2026-12-25'). */
export const isWorkingDay = (day: string, calendar: WorkingCalendar): boolean =>
  workingRange(Date.parse(`${day}T00:00Z`), calendar) !== null;

/** The first moment at or after `at` (milliseconds) in working hours. Null if there is none within 400 days. */
export function nextOpening(at: number, calendar: WorkingCalendar): number | null {
  for (const { opens } of rangesAfter(at, calendar, FAR_DAYS)) return Math.max(opens, at);
  return null;
}

/** Whether `at` (milliseconds) is within working hours. */
export function isWorkingTime(at: number, calendar: WorkingCalendar): boolean {
  for (const { opens } of rangesAfter(at, calendar, 1)) return opens <= at;
  return false;
}

/**
 * The moment when this many working seconds have passed since `start` (milliseconds). It is the closing time if they
 * end with it, and the next opening for zero seconds. Null if 400 days are not enough.
 */
export function addWorkingSeconds(start: number, seconds: number, calendar: WorkingCalendar): number | null {
  let left = Math.max(0, seconds) * 1000;
  for (const { opens, closes } of rangesAfter(start, calendar, FAR_DAYS)) {
    const from = Math.max(opens, start);
    if (closes - from >= left) return from + left;
    left -= closes - from;
  }
  return null;
}

/** The working seconds from one moment to another (milliseconds). 0 if the second is not later. */
export function workingSecondsBetween(from: number, to: number, calendar: WorkingCalendar): number {
  if (to <= from) return 0;
  let sum = 0;
  for (const { opens, closes } of rangesAfter(from, calendar, Math.ceil((to - from) / DAY) + 1)) {
    if (opens >= to) break;
    sum += Math.min(closes, to) - Math.max(opens, from);
  }
  return sum / 1000;
}
