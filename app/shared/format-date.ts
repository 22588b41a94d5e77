const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const minute = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
const second = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** '12 Nov 2026' in the viewer's time zone. A bare date (YYYY-MM-DD) stays the same day. */
export function formatDay(value: string): string {
  const parts = day.formatToParts(toDate(value));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("day")} ${part("month")} ${part("year")}`;
}

/** 'November 12, 2026 at 10:41 AM' in the viewer's time zone, for the tooltip of a relative time. */
export function formatMoment(value: string): string {
  return minute.format(toDate(value));
}

/** '10:41:52' in the viewer's time zone, for recent events. */
export function formatClock(time: Date): string {
  return second.format(time);
}

/** A bare date would parse as midnight UTC and show as the day before in New York. */
function toDate(value: string): Date {
  const bare = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return bare ? new Date(Number(bare[1]), Number(bare[2]) - 1, Number(bare[3])) : new Date(value);
}
