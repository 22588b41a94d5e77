const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than a hundred uses of it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}

/** What clocks and calendars on the wall show at an instant, as if it were UTC; whole seconds. Milliseconds in and out. */
export function toWallTime(instant: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const offsetAt = (instant: number, zone: string): number =>
  toWallTime(instant, zone) - Math.floor(instant / 1000) * 1000;

const DAY = 86_400_000;

/**
 * The instant at which clocks on the wall show `wall`, read as PostgreSQL reads it: a time that the change of clocks skips
 * goes on by the old offset, and of a repeated one the second counts. Both are the later of the two readings.
 */
export function toInstant(wall: number, zone: string): number {
  const before = wall - offsetAt(wall - DAY, zone);
  const after = wall - offsetAt(wall + DAY, zone);
  if (before === after) return before;
  const shows = (instant: number) => toWallTime(instant, zone) === wall;
  const [isBefore, isAfter] = [shows(before), shows(after)];
  if (isBefore !== isAfter) return isBefore ? before : after;
  return Math.max(before, after);
}
