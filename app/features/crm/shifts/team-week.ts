import { formatCallTime, formatTime, formatWeekdayTime } from "../../../../domain/format-date.ts";
import {
  joinWeeks,
  mergeSpans,
  momentSpan,
  type Span,
  WEEK_MINUTES,
  weekSpans,
  weekStartWall,
  withoutSpans,
} from "../../../../domain/shift-week.ts";
import type { ShiftHours } from "../../../../domain/shifts.ts";
import { toWallTime } from "../../../../domain/zoned-time.ts";
import type { ShiftPerson, TeamShifts } from "./api.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** The account's hours, as shifts. */
export const hoursOf = (hours: TeamShifts["working_hours"]): ShiftHours =>
  Object.fromEntries(Object.entries(hours).map(([day, pair]) => [day, [pair]]));

export type PersonWeek = { person: ShiftPerson; spans: Span[]; away: Span[] };
export type TeamWeek = ReturnType<typeof teamWeek>;

/** A week of everyone, the caller first, `ahead` weeks from now, as routing sees it. Spans are in the account's zone. */
export function teamWeek(shifts: TeamShifts, ahead = 0) {
  const zone = shifts.time_zone;
  const now = Date.parse(shifts.now);
  const start = weekStartWall(now, zone) + ahead * 7 * DAY;
  const closed = shifts.holidays.map((day): Span => {
    const from = (Date.parse(`${day}T00:00:00Z`) - start) / MINUTE;
    return [from, from + 1_440];
  });
  const spansOf = (hours: ShiftHours, from: string) => withoutSpans(weekSpans(hours, from, start, zone), closed);
  const working = spansOf(hoursOf(shifts.working_hours), zone);
  const people = shifts.people
    .map((person): PersonWeek => {
      const away = mergeSpans(
        person.absences.map(({ starts_at, ends_at }) => momentSpan(starts_at, ends_at, start, zone)),
      );
      const hours = spansOf(
        (person.rota?.hours as ShiftHours | undefined) ?? hoursOf(shifts.working_hours),
        person.rota?.time_zone ?? zone,
      );
      return { person, spans: withoutSpans(hours, away), away };
    })
    .sort((one, other) => Number(other.person.is_self) - Number(one.person.is_self));
  const nowAt = (toWallTime(now, zone) - start) / MINUTE;
  const gaps = withoutSpans(working, [[0, Math.max(0, nowAt)], ...people.flatMap(({ spans }) => spans)]);
  return { start, nowAt, people, working, gaps };
}

/** Until when a person works without a break, or when they work next, in minutes since this week's start. */
export type Turn = { person: ShiftPerson; until: number | null; next: number | null };

/** Everyone's current or next shift within this week and the next one. */
export function turns(shifts: TeamShifts): Turn[] {
  const [week, following] = [teamWeek(shifts), teamWeek(shifts, 1)];
  return week.people.map(({ person, spans }, at) => {
    const all = joinWeeks(spans, following.people[at]?.spans ?? []);
    const current = all.find(([from, to]) => from <= week.nowAt && week.nowAt < to);
    const next = all.find(([from]) => from > week.nowAt);
    return { person, until: current?.[1] ?? null, next: next?.[0] ?? null };
  });
}

/** Whoever works for a week without a break works around the clock. */
export const isAroundTheClock = (until: number, nowAt: number) => until - nowAt > WEEK_MINUTES;

/** '6:00 PM' today, 'Monday 9:00 AM' in the next six days, and 'Sun, Dec 6, 9:00 AM' later, because the weekday alone would be the closer one. */
export function turnTime({ start, nowAt }: Pick<TeamWeek, "start" | "nowAt">, minute: number): string {
  const days = Math.floor(minute / 1_440) - Math.floor(nowAt / 1_440);
  const format = days === 0 ? formatTime : days < 7 ? formatWeekdayTime : formatCallTime;
  // A local time that is encoded in UTC.
  return format(new Date(start + minute * 60_000), { timeZone: "UTC" }, new Date(start + nowAt * 60_000));
}
