import ICAL from "ical.js";
import { isTimeZone } from "../../../../domain/zoned-time.ts";

/** Why a calendar couldn't be read. The settings have a sentence for each code. */
export type CalendarProblemCode =
  | "private_address"
  | "unreachable"
  | "refused"
  | "too_large"
  | "not_a_calendar"
  | "too_many_events";

export class CalendarProblem extends Error {
  readonly code: CalendarProblemCode;
  constructor(code: CalendarProblemCode) {
    super(code);
    this.code = code;
  }
}

/** From and to, in milliseconds. */
export type Busy = [from: number, to: number];

/** How many occurrences one calendar may have in all, and how many steps of rules are tried to find them. */
const MAX_OCCURRENCES = 20_000;
const MAX_STEPS = 200_000;

/**
 * When the owner of a calendar (RFC 5545) is busy between two moments. Events that are transparent or canceled block nothing.
 * All-day events block the days of `timeZone`, and times without a zone are times there. Throws CalendarProblem.
 */
export function readBusyTimes(text: string, timeZone: string, from: number, to: number): Busy[] {
  const root = parseCalendar(text);
  const events = root.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component));
  const zones = new Map(
    root.getAllSubcomponents("vtimezone").map((component) => {
      const zone = new ICAL.Timezone(component);
      return [zone.tzid, zone] as const;
    }),
  );
  const moment = (time: ICAL.Time, event: ICAL.Event, property: "dtstart" | "dtend") =>
    momentOf(time, zoneOf(event, property), zones, timeZone);
  const busy: Busy[] = [];
  const budget = { occurrences: MAX_OCCURRENCES, steps: MAX_STEPS };
  const add = (event: ICAL.Event, start: ICAL.Time, end: ICAL.Time) => {
    const range: Busy = [moment(start, event, "dtstart"), moment(end, event, "dtend")];
    if (range[1] > range[0] && range[0] < to && range[1] > from) {
      if (budget.occurrences-- <= 0) throw new CalendarProblem("too_many_events");
      busy.push(range);
    }
  };
  const masters = new Map(events.filter((event) => !event.isRecurrenceException()).map((event) => [event.uid, event]));
  for (const event of events) {
    if (event.isRecurrenceException()) {
      const master = masters.get(event.uid);
      if (master) master.relateException(event);
      else if (isBlocking(event)) add(event, event.startDate, event.endDate);
    }
  }
  for (const event of masters.values()) {
    if (!event.isRecurring()) {
      if (isBlocking(event)) add(event, event.startDate, event.endDate);
      continue;
    }
    const walk = event.iterator();
    for (let next = walk.next(); next; next = walk.next()) {
      if (budget.steps-- <= 0) throw new CalendarProblem("too_many_events");
      // An occurrence that was moved is found at its original time, which may be outside of the period.
      if (moment(next, event, "dtstart") > to + MOVED_MS) break;
      const details = event.getOccurrenceDetails(next);
      if (isBlocking(details.item)) add(details.item, details.startDate, details.endDate);
    }
  }
  return busy.sort((a, b) => a[0] - b[0]);
}

const MOVED_MS = 31 * 86_400_000;

function parseCalendar(text: string): ICAL.Component {
  const begin = text.replace(/^\uFEFF/, "").trimStart();
  if (!/^BEGIN:VCALENDAR/i.test(begin)) throw new CalendarProblem("not_a_calendar");
  try {
    const parsed = ICAL.parse(begin);
    return new ICAL.Component(Array.isArray(parsed[0]) ? (parsed[0] as never) : (parsed as never));
  } catch {
    throw new CalendarProblem("not_a_calendar");
  }
}

function isBlocking(event: ICAL.Event): boolean {
  const said = (name: string) => String(event.component.getFirstPropertyValue(name) ?? "").toUpperCase();
  if (said("status") === "CANCELLED" || said("transp") === "TRANSPARENT") return false;
  // Outlook says so in a property of its own.
  return said("x-microsoft-cdo-busystatus") !== "FREE";
}

/** The zone that an event names for its start or end. The library drops zones that the file doesn't define. */
function zoneOf({ component }: ICAL.Event, property: "dtstart" | "dtend"): string | null {
  const named = component.getFirstProperty(property) ?? component.getFirstProperty("dtstart");
  return named?.getFirstParameter("tzid") || null;
}

function momentOf(time: ICAL.Time, id: string | null, zones: Map<string, ICAL.Timezone>, timeZone: string): number {
  if (time.isDate) return localMoment(time, timeZone);
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toJSDate().getTime();
  if (!id) return localMoment(time, timeZone);
  if (isZone(id)) return localMoment(time, id);
  const zone = zones.get(id);
  if (!zone) return localMoment(time, timeZone);
  const zoned = time.clone();
  zoned.zone = zone;
  return zoned.toUnixTime() * 1000;
}

const known = new Map<string, boolean>();

function isZone(id: string): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  const is = isTimeZone(id);
  if (known.size < 1000) known.set(id, is);
  return is;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a zone at a moment, in milliseconds. */
function offsetOf(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** A time on the clocks of a zone. A time that a clock change skips uses the offset before it. */
function localMoment({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const early = wall - offsetOf(wall - 86_400_000, timeZone);
  if (early + offsetOf(early, timeZone) === wall) return early;
  const late = wall - offsetOf(wall + 86_400_000, timeZone);
  return late + offsetOf(late, timeZone) === wall ? late : early;
}
