// Times of calls, for visitors whose region no one knows: in American English, in the zone that they chose.

import { formatNames } from "./format-list.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string, kind: "day" | "leaf" | "time" | "name"): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      ...(kind === "day"
        ? { weekday: "long", month: "long", day: "numeric", year: "numeric" }
        : kind === "leaf"
          ? { month: "short", day: "numeric" }
          : kind === "time"
            ? { hour: "numeric", minute: "2-digit" }
            : { timeZoneName: "longGeneric" }),
    });
  formats.set(key, format);
  return format;
}

/** 'Thursday, December 3, 2026' */
export const dayText = (moment: number | string, zone: string) => formatOf(zone, "day").format(new Date(moment));
/** 'Dec' and '3', for a leaf of a calendar. */
export function dateParts(moment: number | string, zone: string): { month: string; day: string } {
  const parts = formatOf(zone, "leaf").formatToParts(new Date(moment));
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return { month: partOf("month"), day: partOf("day") };
}
/** '9:00 AM', which does not break. */
export const timeText = (moment: number | string, zone: string) =>
  formatOf(zone, "time").format(new Date(moment)).replaceAll(/\s/g, "\u00a0");
/** 'Pacific Time' */
export function zoneText(zone: string, at: number | string = Date.now()): string {
  const name = formatOf(zone, "name")
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName")?.value;
  return name === "GMT+00:00" ? "UTC" : (name ?? zone);
}
/** 'Thursday, December 3, 2026 at 9:00 AM, Pacific Time' */
export const momentText = (moment: number | string, zone: string) =>
  `${dayText(moment, zone)} at ${timeText(moment, zone)}, ${zoneText(zone, moment)}`;

/** Where a call takes place, as visitors read it. */
export const PLACE_NAMES = { phone: "By phone", video: "Video call", place: "In person" } as const;

/** 'December 2026' */
export const monthText = (month: Date) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" }).format(month);

/** 'November – December 2026' */
export function monthsText(first: Date, last: Date): string {
  const from = monthText(first);
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear();
  return `${isOneYear ? from.replace(/ \d+$/, "") : from} – ${monthText(last)}`;
}

/** How far ahead a reminder is: '2 days', '1 hour', '15 minutes'. */
export function aheadText(minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 1440) return `${minutes / 1440} days`;
  const isHours = minutes % 60 === 0;
  const amount = isHours ? minutes / 60 : minutes;
  return `${amount} ${isHours ? "hour" : "minute"}${amount === 1 ? "" : "s"}`;
}

/** '24 hours before, 1 hour before, and 15 minutes before' */
export const remindersText = (minutes: number[]) => formatNames(minutes.map((one) => `${aheadText(one)} before`));
