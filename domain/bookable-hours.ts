import { formatHour, formatTime } from "./format-date.ts";
import type { Region } from "./format-locale.ts";
import { DAY_NAMES, type ShiftDay } from "./shifts.ts";
import { orderedDays } from "./week-start.ts";

/** When calls of a meeting type can be booked, in the account's time. Without times: whenever a host works. */
export type BookableHours = {
  bookable_days: readonly string[];
  /** 'HH:MM', and at most '24:00'. */
  bookable_from: string | null;
  bookable_until: string | null;
};

/** 'Mon–Fri, 9 AM–6 PM', or null for no limit. */
export function bookableText(hours: BookableHours, { locale }: Region = {}): string | null {
  const days = dayRuns(hours.bookable_days, locale);
  const { bookable_from: from, bookable_until: until } = hours;
  if (from === null || until === null) return hours.bookable_days.length === 7 ? null : days;
  return `${days}, ${clockText(from, locale)}–${clockText(until, locale)}`;
}

/** 'Mon–Wed, Sat': neighboring days are joined from three on. */
function dayRuns(days: readonly string[], locale: string | undefined): string {
  if (days.length === 7) return "Every day";
  const runs: ShiftDay[][] = [];
  let isOpen = false;
  for (const day of orderedDays(locale)) {
    const isBookable = days.includes(day);
    if (isBookable && isOpen) runs.at(-1)?.push(day);
    else if (isBookable) runs.push([day]);
    isOpen = isBookable;
  }
  const short = (day: ShiftDay | undefined) => (day ? DAY_NAMES[day].slice(0, 3) : "");
  return runs
    .flatMap((run) => (run.length > 2 ? [`${short(run[0])}–${short(run.at(-1))}`] : run.map(short)))
    .join(", ");
}

/** '9 AM' or '9:30 AM'. */
export function clockText(time: string, locale?: string | undefined): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (minute === 0) return formatHour(hour, { locale });
  return formatTime(new Date(Date.UTC(2026, 0, 1, hour, minute)), { locale, timeZone: "UTC" });
}
