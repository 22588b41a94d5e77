import { addDays } from "~/shared/day-range.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDuration } from "../../../../domain/format-duration.ts";
import { federalHolidayName } from "../../../../domain/us-holidays.ts";
import { weekStart } from "../../../../domain/week-start.ts";
import type { Calls, ShownCall } from "./api.ts";

/** The local day of a moment, as YYYY-MM-DD. */
export function dayOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

/** Midnight of a day in the viewer's time zone. */
export const startOf = (day: string): Date => new Date(`${day}T00:00:00`);

/** The first day of the week that has this day, by the viewer's region. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return addDays(day, -((weekday - weekStart() + 7) % 7));
}

export const weekDays = (first: string): string[] => Array.from({ length: 7 }, (_, at) => addDays(first, at));

/** Hours since the day's midnight on the clock, from 0 to 24. */
export function hourIn(day: string, at: Date): number {
  if (dayOf(at) < day) return 0;
  if (dayOf(at) > day) return 24;
  return at.getHours() + at.getMinutes() / 60;
}

/** The part of a period that is on a day, in hours; null for none. */
export function partOn(day: string, from: string, to: string): [from: number, to: number] | null {
  const begin = hourIn(day, new Date(from));
  const end = hourIn(day, new Date(to));
  return end > begin ? [begin, end] : null;
}

/** A moment on another day at this hour of the clock, in steps of 15 minutes. */
export function momentAt(day: string, hour: number): Date {
  const minutes = Math.max(0, Math.min(24 * 60 - 15, Math.round((hour * 60) / 15) * 15));
  const at = startOf(day);
  at.setHours(Math.floor(minutes / 60), minutes % 60, 0, 0);
  return at;
}

type Slot = Pick<ShownCall, "id" | "state" | "starts_at" | "ends_at" | "hosts" | "taken">;
type Period = [from: number, to: number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const overlap = (a: Period, b: Period) => a[0] < b[1] && b[0] < a[1];

/** The time of a call in milliseconds, moved by `shift`, without and with its buffers. */
function periodsOf(
  { starts_at, ends_at, taken }: Pick<Slot, "starts_at" | "ends_at" | "taken">,
  shift = 0,
): { own: Period; taken: Period } {
  const period = ([from, to]: [string, string]): Period => [Date.parse(from) + shift, Date.parse(to) + shift];
  return { own: period([starts_at, ends_at]), taken: period(taken ?? [starts_at, ends_at]) };
}

/**
 * Why a call can't be moved to this time, judging by the shown calls; null if it can. The database compares the same times
 * (`booking_hosts_one_call`).
 */
export function landingProblem(call: Slot, at: number, calls: readonly Slot[], now: number): string | null {
  if (at <= now) return "In the past";
  const moved = periodsOf(call, at - Date.parse(call.starts_at));
  const others = calls
    .filter((other) => other.id !== call.id && other.state !== "cancelled")
    .filter((other) => other.hosts.some(({ id }) => call.hosts.some((host) => host.id === id)))
    .map((other) => periodsOf(other));
  if (others.some(({ own }) => overlap(own, moved.own))) return "Another call";
  return others.some(({ taken }) => overlap(taken, moved.taken)) ? "Buffer between calls" : null;
}

type Hours = Pick<Calls, "host" | "shifts" | "bookable" | "absences" | "holidays" | "busy" | "types" | "elsewhere"> & {
  calls: readonly (Slot & Pick<ShownCall, "name">)[];
};

const covers = (at: number, ranges: readonly [string, string][]) =>
  ranges.some(([from, to]) => Date.parse(from) <= at && at < Date.parse(to));

/** Whether a call can begin at this time. `starts`: the moments of the week at which one can, in seconds since 1970. */
export const isFree = (at: number, starts: readonly number[]): boolean => starts.includes(at / 1000);

/** The reason that isn't about the hours: nothing was ever free then. */
export const PAST = "in the past";

/** Why a time isn't free. */
export function takenReason(at: number, now: number, hours: Hours): string {
  const { host, shifts, bookable, absences, holidays, busy, calls, types, elsewhere } = hours;
  if (at <= now) return PAST;
  const holiday = holidays.find(({ starts_at, ends_at }) => covers(at, [[starts_at, ends_at]]));
  if (holiday) return ["a holiday", holiday.name || federalHolidayName(holiday.day)].filter(Boolean).join(": ");
  if (covers(at, absences)) return "away";
  if (!covers(at, shifts)) return "outside working hours";
  // In everyone's week, someone else may be free.
  const taken =
    host === null
      ? []
      : [
          ...calls
            .filter(({ state }) => state !== "cancelled")
            .map((call) => ({ what: `the call with ${call.name}`, ...periodsOf(call) })),
          ...elsewhere.map((call) => ({ what: `a call at ${call.account}`, ...periodsOf(call) })),
          ...busy.map(([starts_at, ends_at]) => ({
            what: "an appointment",
            ...periodsOf({ starts_at, ends_at, taken: [starts_at, ends_at] }),
          })),
        ];
  const during = taken.find(({ own: [from, to] }) => from <= at && at < to);
  if (during) return `during ${during.what}`;
  if (!covers(at, bookable)) return "outside bookable hours";
  const soonest = Math.min(...types.map(({ notice_minutes: minutes }) => minutes));
  if (types.length > 0 && at < now + soonest * MINUTE_MS) return `less than ${formatDuration(soonest * 60)} from now`;
  const farthest = Math.max(...types.map(({ horizon_days: days }) => days));
  if (types.length > 0 && at > now + farthest * DAY_MS)
    return `more than ${farthest === 1 ? "1 day" : `${formatCount(farthest)} days`} ahead`;
  const near = taken.find((other) =>
    types.every((type) =>
      overlap(other.taken, [at - type.buffer_before * MINUTE_MS, at + (type.minutes + type.buffer_after) * MINUTE_MS]),
    ),
  );
  // Otherwise it isn't on the grid of the times, the day has enough calls, or there isn't enough time.
  return near && types.length > 0 ? `too close to ${near.what}` : "no call can begin then";
}

/** The first time within a half hour at which a call can begin, else the half hour. */
export const startWithin = (half: number, starts: readonly number[]): number =>
  starts.map((start) => start * 1000).find((start) => half <= start && start < half + HALF_HOUR_MS) ?? half;

const HALF_HOUR_MS = 30 * 60_000;

/** The time nearest to this one at which a call can begin; null if none is left in the shown week. */
export function nearestFree(at: number, now: number, starts: readonly number[]): number | null {
  const ahead = starts.map((start) => start * 1000).filter((start) => start > now);
  return ahead.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0] ?? null;
}

export type Placed<Item> = { item: Item; lane: number; lanes: number };

/** Puts items that overlap side by side. */
export function placeSideBySide<Item extends { starts_at: string; ends_at: string }>(items: Item[]): Placed<Item>[] {
  const sorted = items.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const placed: Placed<Item>[] = [];
  let group: Placed<Item>[] = [];
  let groupEnd = 0;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const one of group) one.lanes = lanes;
    group = [];
  };
  for (const item of sorted) {
    const start = Date.parse(item.starts_at);
    if (start >= groupEnd) close();
    const busy = new Set(group.filter((one) => Date.parse(one.item.ends_at) > start).map(({ lane }) => lane));
    let lane = 0;
    while (busy.has(lane)) lane += 1;
    const one = { item, lane, lanes: 1 };
    group.push(one);
    placed.push(one);
    groupEnd = Math.max(groupEnd, Date.parse(item.ends_at), start + 1);
  }
  close();
  return placed;
}

/** The hours that the grid shows: those of shifts and calls, at least 8 to 18. */
export function shownHours(parts: [number, number][]): [from: number, to: number] {
  const from = Math.floor(Math.min(8, ...parts.map(([begin]) => begin)));
  const to = Math.ceil(Math.max(18, ...parts.map(([, end]) => end)));
  return [from, to];
}

export const weekEnd = (first: string): Date => startOf(addDays(first, 7));
