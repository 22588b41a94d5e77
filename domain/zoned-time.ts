/** The time zone of this browser or host. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating one takes longer than using it a hundred times. */
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

/** The local date and time at an instant, encoded as if it were UTC, in whole seconds. Milliseconds in and out. */
export function toWallTime(instant: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The day at an instant in milliseconds, YYYY-MM-DD. */
export const dayIn = (instant: number, zone: string): string =>
  new Date(toWallTime(instant, zone)).toISOString().slice(0, 10);

/** The reader's day, YYYY-MM-DD, such as in the name of a file that they download. */
export const localToday = (): string => dayIn(Date.now(), localZone());

const offsetAt = (instant: number, zone: string): number =>
  toWallTime(instant, zone) - Math.floor(instant / 1000) * 1000;

const DAY = 86_400_000;

/**
 * The instant of the local time `wall`, as PostgreSQL reads it. A skipped local time uses the old offset, and a
 * repeated one means its second occurrence. Both are the later of the two readings.
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

/** Whether a name is a time zone. Aliases such as 'Asia/Calcutta' count. */
export function isTimeZone(name: string): boolean {
  if (!name || /^[+-]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}
