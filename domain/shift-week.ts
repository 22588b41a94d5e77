import { SHIFT_DAYS, type ShiftHours } from "./shifts.ts";
import { weekStart } from "./week-start.ts";
import { toInstant, toWallTime } from "./zoned-time.ts";

/** From and to, in minutes since the midnight at which the week starts. */
export type Span = [from: number, to: number];

const DAY_MINUTES = 1_440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** The midnight at which the week starts for the viewer, in a zone, as a local time encoded in UTC. */
export function weekStartWall(now: number, zone: string): number {
  const midnight = Math.floor(toWallTime(now, zone) / DAY_MS) * DAY_MS;
  return midnight - ((new Date(midnight).getUTCDay() - weekStart() + 7) % 7) * DAY_MS;
}

/** '09:30' in minutes. The last minute of a day counts as its end, because a time field has no 24:00. */
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = (time === "23:59" ? "24:00" : time).split(":").map(Number);
  return hours * 60 + minutes;
};

/** A person's shifts in the week of another zone, merged and in order. Shifts of the days around may reach into it. */
export function weekSpans(hours: ShiftHours, zone: string, start: number, shownZone: string): Span[] {
  const shown = (wall: number) => (toWallTime(toInstant(wall, zone), shownZone) - start) / MINUTE_MS;
  const spans = Array.from({ length: 9 }, (_, at) => at - 1).flatMap((offset) => {
    const midnight = start + offset * DAY_MS;
    const day = SHIFT_DAYS[(new Date(midnight).getUTCDay() + 6) % 7] ?? "mon";
    return (hours[day] ?? []).map(([from, to]): Span => {
      return [shown(midnight + minutesOf(from) * MINUTE_MS), shown(midnight + minutesOf(to) * MINUTE_MS)];
    });
  });
  return mergeSpans(spans);
}

/** A stretch of absolute time in the week. */
export const momentSpan = (from: string, to: string, start: number, zone: string): Span => [
  (toWallTime(Date.parse(from), zone) - start) / MINUTE_MS,
  (toWallTime(Date.parse(to), zone) - start) / MINUTE_MS,
];

/** Within the week, in order, and joined where they touch. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const [from, to] of spans.map(inWeek).sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (from >= to) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

const inWeek = ([from, to]: Span): Span => [Math.max(0, from), Math.min(WEEK_MINUTES, to)];

/** The parts of the spans that none of the others covers. */
export function withoutSpans(spans: readonly Span[], others: readonly Span[]): Span[] {
  return mergeSpans(others).reduce<Span[]>(
    (left, [from, to]) =>
      left.flatMap(([start, end]): Span[] =>
        to <= start || from >= end
          ? [[start, end]]
          : ([
              [start, from],
              [to, end],
            ].filter(([one = 0, other = 0]) => one < other) as Span[]),
      ),
    mergeSpans(spans),
  );
}

/** A day of the week, or the part of these spans that is in it, in minutes since its midnight. */
export const ofDay = (spans: readonly Span[], day: number): Span[] =>
  spans
    .map(([from, to]): Span => [Math.max(from - day * DAY_MINUTES, 0), Math.min(to - day * DAY_MINUTES, DAY_MINUTES)])
    .filter(([from, to]) => from < to);

/** Two weeks in a row: what ends at midnight and goes on in the second week is one. */
export function joinWeeks(first: readonly Span[], second: readonly Span[]): Span[] {
  const later = second.map(([from, to]): Span => [from + WEEK_MINUTES, to + WEEK_MINUTES]);
  const last = first.at(-1);
  if (!last || last[1] !== later[0]?.[0]) return [...first, ...later];
  return [...first.slice(0, -1), [last[0], later[0][1]], ...later.slice(1)];
}

/** How many people work at the same time, for each stretch in which someone does. */
export function coverage(people: readonly (readonly Span[])[]): { span: Span; count: number }[] {
  const turns = [...new Set(people.flatMap((spans) => mergeSpans(spans).flat()))].sort((one, other) => one - other);
  return turns.slice(0, -1).flatMap((from, at) => {
    const to = turns[at + 1] ?? from;
    const count = people.filter((spans) => mergeSpans(spans).some(([start, end]) => start <= from && end >= to)).length;
    return count > 0 ? [{ span: [from, to] as Span, count }] : [];
  });
}
