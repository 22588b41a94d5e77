import fc from "fast-check";
import type { WorkingCalendar, WorkingHours } from "../../domain/working-time.ts";

/**
 * Zones with daylight saving changes at different hours and by different amounts: 30 minutes, midnight, the south,
 * never.
 */
export const ZONES = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Sao_Paulo",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Africa/Cairo",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "America/Nuuk",
];

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** A start before its end, at any minute. Most are at night, when clocks change. */
const pair = fc
  .tuple(
    fc.oneof(fc.constantFrom(0, 60, 90, 120, 150, 180, 540), fc.nat(1439)),
    fc.oneof(fc.constantFrom(30, 121, 180, 185, 240, 1080, 1440), fc.nat(1440)),
  )
  .filter(([from, to]) => from < to)
  .map(([from, to]) => [clock(from), clock(to)] as const);

const week = fc.record(Object.fromEntries(DAYS.map((day) => [day, pair])), {
  requiredKeys: [],
}) as fc.Arbitrary<WorkingHours>;

const YEAR = 366 * 86_400_000;
const EARLIEST = Date.UTC(2015, 0, 1);

/** Moments within twelve years, to the second, the minute or the millisecond. */
export const moments = fc
  .tuple(fc.nat(12 * YEAR), fc.constantFrom(1, 1_000, 60_000))
  .map(([at, grain]) => EARLIEST + at - (at % grain));

const holiday = fc.nat(12 * 366).map((day) => new Date(EARLIEST + day * 86_400_000).toISOString().slice(0, 10));

export const calendars: fc.Arbitrary<WorkingCalendar> = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  hours: week,
  holidays: fc.array(holiday, { maxLength: 20 }),
});
