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

/** What is wrong with the hours of each day. Same rule as private.check_shift_hours. */
export function shiftProblems(hours: ShiftHours): Partial<Record<ShiftDay, string>> {
  const problems: Partial<Record<ShiftDay, string>> = {};
  for (const day of SHIFT_DAYS) {
    const sorted = [...(hours[day] ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    if (sorted.length > MAX_SHIFTS) problems[day] = `Enter up to ${MAX_SHIFTS} shifts`;
    let end = "";
    for (const [from, to] of sorted) {
      if (!TIME.test(from) || !TIME.test(to) || from >= to) problems[day] = "End each shift after its start";
      else if (from < end) problems[day] ??= "Shifts of a day can't overlap";
      end = to;
    }
  }
  return problems;
}

const timeOfDay = (time: string) => formatTime(`2000-01-01T${time.replace("24:00", "00:00")}:00Z`, { timeZone: "UTC" });

const shiftText = ([from, to]: [string, string]): string =>
  from === "00:00" && (to === "24:00" || to === "23:59") ? "around the clock" : `${timeOfDay(from)} – ${timeOfDay(to)}`;

/** 'Mon–Fri 9:00 AM – 5:00 PM': a line for neighboring days with the same hours. Days without hours have none. */
export function weekLines(hours: ShiftHours): string[] {
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

/** '2 of every 3 new leads', 'every new lead', 'no new leads': a weight's share of all weights. */
export function shareText(weight: number, total: number): string {
  if (weight === 0) return "no new leads";
  if (weight >= total) return "every new lead";
  const divisor = commonDivisor(weight, total);
  return `${weight / divisor} of every ${total / divisor} new leads`;
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other));
