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

/** Days with the same hours together: "Mon–Fri 9:00–17:00". */
export function shiftText(hours: ShiftHours): string {
  const short = (day: ShiftDay) => DAY_NAMES[day].slice(0, 3);
  const textOf = (day: ShiftDay) => (hours[day] ?? []).map(([from, to]) => `${from}–${to}`).join(", ");
  const groups: { first: ShiftDay; last: ShiftDay; text: string }[] = [];
  for (const day of SHIFT_DAYS) {
    const text = textOf(day);
    const group = groups.at(-1);
    if (group && group.text === text) group.last = day;
    else groups.push({ first: day, last: day, text });
  }
  const worked = groups.filter(({ text }) => text !== "");
  if (worked.length === 0) return "No shifts";
  return worked
    .map(({ first, last, text }) => `${first === last ? short(first) : `${short(first)}–${short(last)}`} ${text}`)
    .join(" · ");
}
