import { formatTime } from "./format-date.ts";

/** The days of a week, in the order of people and of the database. */
export const SHIFT_DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type ShiftDay = (typeof SHIFT_DAYS)[number];

export const DAY_NAMES: Record<ShiftDay, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** For each day the shifts from and to, in local time. A missing day is free. */
export type ShiftHours = Partial<Record<ShiftDay, [string, string][]>>;

const TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
export const MAX_SHIFTS = 6;

export const isAllDay = (ranges: readonly [string, string][]): boolean =>
  ranges.length === 1 && ranges[0]?.[0] === "00:00" && ranges[0][1] === "24:00";

/** An hour after the last shift of a day, and an hour long. Empty where the day ends before. */
export function nextShift(ranges: readonly [string, string][]): [string, string] {
  const [hour = Number.NaN, minute = 0] = (ranges.at(-1)?.[1] ?? "").split(":").map(Number.parseFloat);
  const from = (hour + 1) * 60 + minute;
  const at = (minutes: number) => (minutes === 1440 ? "24:00" : new Date(minutes * 60_000).toISOString().slice(11, 16));
  return from + 60 <= 1440 ? [at(from), at(from + 60)] : ["", ""];
}

/** What is wrong with a day, and in which field; `at` is the shift's place. Without it, the day has too many shifts. */
export type ShiftProblem = { text: string; at?: number; part?: "from" | "to" };

const isNight = ([from, to]: [string, string]) => TIME.test(from) && TIME.test(to) && to < from;
const dayAfter = (day: ShiftDay) => SHIFT_DAYS[(SHIFT_DAYS.indexOf(day) + 1) % 7] as ShiftDay;

/** The first fault of each day. A shift that ends before its start ends on the next day. */
export function shiftProblems(hours: ShiftHours): Partial<Record<ShiftDay, ShiftProblem>> {
  const problems: Partial<Record<ShiftDay, ShiftProblem>> = {};
  const stored = storedShifts(hours);
  for (const day of SHIFT_DAYS) {
    const ranges = hours[day] ?? [];
    if (ranges.length > MAX_SHIFTS || (stored[day]?.length ?? 0) > MAX_SHIFTS)
      problems[day] = { text: `Enter up to ${MAX_SHIFTS} shifts` };
    for (const [at, [from, to]] of ranges.entries()) {
      if (!TIME.test(from)) problems[day] ??= { text: "Enter a start time", at, part: "from" };
      else if (!TIME.test(to)) problems[day] ??= { text: "Enter an end time", at, part: "to" };
      else if (from === to) problems[day] ??= { text: "End the shift after its start", at, part: "to" };
      else if (ranges.some((other, place) => startsWithin(other, from, place < at)))
        problems[day] ??= { text: "Shifts on the same day can't overlap", at, part: "from" };
      else if (isNight([from, to]) && (hours[dayAfter(day)] ?? []).some(([start]) => start < to))
        problems[day] ??= { text: `Ends after the shift on ${DAY_NAMES[dayAfter(day)]} starts`, at, part: "to" };
    }
  }
  return problems;
}

/** Whether a shift is running at this time of its first day. Of two that start together, the first one is. */
const startsWithin = ([from, to]: [string, string], time: string, isFirst: boolean) =>
  (from < time || (from === time && isFirst)) && (time < to || to < from);

/** As the database keeps them: a night shift is one until midnight and one of the next day. */
export function storedShifts(hours: ShiftHours): ShiftHours {
  const stored: ShiftHours = {};
  const add = (day: ShiftDay, range: [string, string]) => {
    stored[day] = [...(stored[day] ?? []), range];
  };
  for (const day of SHIFT_DAYS)
    for (const range of hours[day] ?? []) {
      if (!isNight(range)) {
        add(day, range);
        continue;
      }
      add(day, [range[0], "24:00"]);
      if (range[1] !== "00:00") add(dayAfter(day), ["00:00", range[1]]);
    }
  for (const ranges of Object.values(stored)) ranges.sort(([a], [b]) => (a < b ? -1 : 1));
  return stored;
}

/** As people enter them: what goes on after midnight is one shift of less than a day. */
export function shownShifts(hours: ShiftHours): ShiftHours {
  const tailOf = (day: ShiftDay): [string, string] | undefined => {
    const last = hours[day]?.at(-1);
    const next = hours[dayAfter(day)]?.[0];
    return last && next && last[1] === "24:00" && next[0] === "00:00" && next[1] < last[0] ? next : undefined;
  };
  const tails = new Set(SHIFT_DAYS.map(tailOf));
  const shown: ShiftHours = {};
  for (const day of SHIFT_DAYS) {
    const tail = tailOf(day);
    const ranges = (hours[day] ?? []).map((range, at, all): [string, string] =>
      tail && at === all.length - 1 ? [range[0], tail[1]] : range,
    );
    const rest = ranges.filter((_, at) => at > 0 || !tails.has(hours[day]?.[0]));
    if (rest.length > 0) shown[day] = rest;
  }
  return shown;
}

const timeOfDay = (time: string) => formatTime(`2000-01-01T${time.replace("24:00", "00:00")}:00Z`, { timeZone: "UTC" });

const shiftText = ([from, to]: [string, string]): string =>
  from === "00:00" && (to === "24:00" || to === "23:59") ? "around the clock" : `${timeOfDay(from)} – ${timeOfDay(to)}`;

/** 'Mon–Fri 9:00 AM – 5:00 PM': a line for neighboring days with the same hours. Days without hours have none. */
export function weekLines(stored: ShiftHours): string[] {
  const hours = shownShifts(stored);
  const runs: { first: ShiftDay; last: ShiftDay; text: string }[] = [];
  for (const day of SHIFT_DAYS) {
    const text = (hours[day] ?? []).map(shiftText).join(", ");
    const run = runs.at(-1);
    if (run && run.text === text) run.last = day;
    else runs.push({ first: day, last: day, text });
  }
  const short = (day: ShiftDay) => DAY_NAMES[day].slice(0, 3);
  return runs
    .filter(({ text }) => text !== "")
    .map(({ first, last, text }) => `${first === last ? short(first) : `${short(first)}–${short(last)}`} ${text}`);
}

/** '2 of every 3 leads that go to West': a weight's share of all weights of a pool, while all of its people are free. */
export function shareText(weight: number, total: number, pool: string): string {
  if (weight === 0) return "no new leads";
  if (weight >= total) return `every lead that goes to ${pool}`;
  const divisor = commonDivisor(weight, total);
  return `${weight / divisor} of every ${total / divisor} leads that go to ${pool}`;
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other));
