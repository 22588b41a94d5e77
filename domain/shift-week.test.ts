import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { setViewerLocale } from "./format-locale.ts";
import {
  coverage,
  joinWeeks,
  mergeSpans,
  ofDay,
  type Span,
  WEEK_MINUTES,
  weekSpans,
  weekStartWall,
  withoutSpans,
} from "./shift-week.ts";
import { orderedDays } from "./week-start.ts";

const NOON = Date.parse("2026-11-26T12:00:00Z");
const HOUR = 60;

beforeEach(() => setViewerLocale("en-GB"));
afterEach(() => setViewerLocale("en-US"));

test("a week begins on the day of the viewer's region, as in every dialog, and has its shifts on their days", () => {
  setViewerLocale("en-US");
  const start = weekStartWall(NOON, "UTC");
  expect(new Date(start).toISOString()).toBe("2026-11-22T00:00:00.000Z");
  expect(orderedDays()[0]).toBe("sun");
  expect(weekSpans({ sun: [["09:00", "10:00"]], mon: [["09:00", "10:00"]] }, "UTC", start, "UTC")).toEqual([
    [9 * HOUR, 10 * HOUR],
    [33 * HOUR, 34 * HOUR],
  ]);
});

test("a week begins on the Monday of the zone", () => {
  expect(new Date(weekStartWall(NOON, "UTC")).toISOString()).toBe("2026-11-23T00:00:00.000Z");
  // It is still Sunday in Honolulu.
  expect(new Date(weekStartWall(Date.parse("2026-11-23T05:00:00Z"), "Pacific/Honolulu")).toISOString()).toBe(
    "2026-11-16T00:00:00.000Z",
  );
});

test("shifts appear at the time of the account, also across the ends of the week", () => {
  const start = weekStartWall(NOON, "America/Denver");
  const at = (hours: Parameters<typeof weekSpans>[0], zone: string) => weekSpans(hours, zone, start, "America/Denver");
  expect(at({ mon: [["09:00", "17:00"]] }, "America/New_York")).toEqual([[7 * HOUR, 15 * HOUR]]);
  // Monday morning in Berlin is Sunday in Denver: the end of this week, and the one before.
  expect(at({ mon: [["06:00", "10:00"]] }, "Europe/Berlin")).toEqual([
    [0, 2 * HOUR],
    [WEEK_MINUTES - 2 * HOUR, WEEK_MINUTES],
  ]);
  const always = Object.fromEntries(
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [["00:00", "23:59"]]]),
  );
  expect(at(always as never, "Asia/Tokyo")).toEqual([[0, WEEK_MINUTES]]);
});

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: -100, max: WEEK_MINUTES }), fc.integer({ min: 0, max: 2_000 }))
    .map(([from, length]): Span => [from, from + length]),
  { maxLength: 6 },
);
const covers = (list: readonly Span[], minute: number) => list.some(([from, to]) => from <= minute && minute < to);

test("at every minute, the coverage counts the people who work, and a gap has nobody", () => {
  fc.assert(
    fc.property(
      fc.array(spans, { maxLength: 4 }),
      spans,
      fc.integer({ min: 0, max: WEEK_MINUTES - 1 }),
      (people, open, minute) => {
        const working = people.filter((list) => covers(list, minute)).length;
        const counted = coverage(people).find(({ span: [from, to] }) => from <= minute && minute < to)?.count ?? 0;
        expect(counted).toBe(working);
        expect(covers(withoutSpans(open, people.flat()), minute)).toBe(covers(open, minute) && working === 0);
      },
    ),
  );
});

test("merged spans are in order, apart and inside the week", () => {
  fc.assert(
    fc.property(spans, (list) => {
      const flat = mergeSpans(list).flat();
      expect(flat).toEqual([...new Set(flat)].sort((one, other) => one - other));
      expect(flat.every((minute) => minute >= 0 && minute <= WEEK_MINUTES)).toBe(true);
    }),
  );
});

test("the days of a week are its spans, cut at midnight, and two weeks join where a shift goes on", () => {
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const [first, second] = [mergeSpans(one), mergeSpans(other)];
      const days = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
        ofDay(first, day).map(([from, to]): Span => [from + day * 1_440, to + day * 1_440]),
      );
      expect(mergeSpans(days)).toEqual(first);
      const joined = joinWeeks(first, second);
      for (const [at, [from, to]] of joined.entries()) {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(joined[at - 1]?.[1] ?? -1);
      }
      expect(joined.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(
        [...first, ...second].reduce((sum, [from, to]) => sum + to - from, 0),
      );
    }),
  );
  expect(joinWeeks([[9_000, WEEK_MINUTES]], [[0, 60]])).toEqual([[9_000, WEEK_MINUTES + 60]]);
});
