import { monthsText, monthText } from "../../domain/format-booking.ts";
import { toInstant, toWallTime } from "../../domain/zoned-time.ts";

const DAY = 86_400_000;

/** The months of a booking page, as YYYY-MM, in the visitor's zone. */
export type Month = {
  name: string;
  from: number;
  to: number;
  previous: string;
  next: string;
  firstWeekday: number;
  days: number;
};

const keyOf = (wall: number) => new Date(wall).toISOString().slice(0, 7);
/** The local day of a moment, as YYYY-MM-DD. */
export const dayOf = (moment: number, zone: string) => new Date(toWallTime(moment, zone)).toISOString().slice(0, 10);
export const monthOf = (moment: number, zone: string) => dayOf(moment, zone).slice(0, 7);

/** With fewer days left, this month ends with the next one, so that visitors see more than a line of days. */
const LAST_DAYS = 7;

/** Reads YYYY-MM. Another text, or a month that no one books, gives the month of `now`. In its last days, the next one follows it. */
export function readMonth(text: string | null, zone: string, now: number): Month {
  const wanted = /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? "") ? (text as string) : monthOf(now, zone);
  const wall = Date.parse(`${wanted}-01T00:00:00Z`);
  const date = new Date(wall);
  const start = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const left = (start(1) - Date.parse(`${dayOf(now, zone)}T00:00:00Z`)) / DAY;
  const isLong = wanted === monthOf(now, zone) && left <= LAST_DAYS;
  const after = start(isLong ? 2 : 1);
  return {
    name: isLong ? monthsText(date, new Date(start(1))) : monthText(date),
    from: toInstant(wall, zone),
    to: toInstant(after, zone),
    previous: keyOf(wall - DAY),
    next: keyOf(after),
    firstWeekday: date.getUTCDay(),
    days: Math.round((after - wall) / DAY),
  };
}

/** Free times by their local day, in order. */
export const byDay = (times: readonly number[], zone: string) => groupTimes(times, (time) => dayOf(time, zone));

/** Free times of a day by its parts, in order. */
export const byPart = (times: readonly number[], zone: string) =>
  groupTimes(times, (time) => {
    const hour = new Date(toWallTime(time, zone)).getUTCHours();
    return hour < 12 ? "Morning" : hour < 17 ? "Afternoon" : "Evening";
  });

function groupTimes(times: readonly number[], keyOfTime: (time: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const time of times) {
    const key = keyOfTime(time);
    const known = groups.get(key);
    if (known) known.push(time);
    else groups.set(key, [time]);
  }
  return groups;
}
