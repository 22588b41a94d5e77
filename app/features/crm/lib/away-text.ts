import { zoneText } from "../../../../domain/format-booking.ts";
import { formatDayTime, formatMonthDay, formatTime, formatWeekday } from "../../../../domain/format-date.ts";
import { dayIn } from "../../../../domain/zoned-time.ts";

const WEEK = 7 * 86_400_000;

/** Until when someone is away, in the account's zone: 'Nov 29, 2:00 AM, Eastern Time'. */
export const awayUntil = (end: string, zone: string): string =>
  `${formatDayTime(end, { timeZone: zone })}, ${zoneText(zone, end)}`;

/** The days of an absence, both included: 'Dec 10 – Dec 20', 'Dec 10', and in another year 'Dec 10 – Dec 20, 2027'. */
export function awayDays(from: string, until: string): string {
  return from === until ? formatMonthDay(from) : `${formatMonthDay(from, {}, until)} – ${formatMonthDay(until)}`;
}

/** The first and the last day of an absence, YYYY-MM-DD. `zone` is the person's, whose days an absence has. */
export const daysOfAbsence = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }, zone: string) =>
  [dayIn(Date.parse(starts_at), zone), dayIn(Date.parse(ends_at) - 1, zone)] as const;

/** Until when someone is away in a word, for a narrow place: '2:00 AM' today, 'Sun' within a week, else 'Dec 12'. */
export function shortAwayUntil(end: string, now: string, zone: string): string {
  const at = Date.parse(end);
  if (dayIn(at, zone) === dayIn(Date.parse(now), zone)) return formatTime(end, { timeZone: zone });
  const region = { timeZone: zone };
  return at - Date.parse(now) < WEEK ? formatWeekday(end, region) : formatMonthDay(end, region, now);
}
