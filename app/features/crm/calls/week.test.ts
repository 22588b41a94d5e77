import { afterEach, expect, test } from "vitest";
import { setViewerLocale } from "../../../../domain/format-locale.ts";
import { isFree, landingProblem, nearestFree, startWithin, takenReason, weekDays, weekOf } from "./week.ts";

afterEach(() => setViewerLocale("en-US"));

test.each([
  ["en-US", "2026-11-22", "2026-11-29"],
  ["de-DE", "2026-11-23", "2026-11-23"],
  ["ar-EG", "2026-11-21", "2026-11-28"],
])("in %s, the weeks of November 27 and 29, 2026 start on %s and %s", (locale, ofFriday, ofSunday) => {
  setViewerLocale(locale);
  expect([weekOf("2026-11-27"), weekOf("2026-11-29")]).toEqual([ofFriday, ofSunday]);
  for (const day of weekDays(ofFriday)) expect(weekOf(day)).toBe(ofFriday);
});

const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 30, hour, minute);
const iso = (time: number) => new Date(time).toISOString();
type State = "booked" | "held" | "cancelled";

/** A call of half an hour, with buffers in minutes. */
const slot = (id: string, hour: number, host: string, { state = "booked" as State, before = 0, after = 0 } = {}) => ({
  ...{ id, state, hosts: [{ id: host, name: host }] },
  ...{ starts_at: iso(at(hour)), ends_at: iso(at(hour, 30)) },
  taken: [iso(at(hour, -before)), iso(at(hour, 30 + after))] as [string, string],
});

test("A dragged call can't land in the past or on another call of one of its hosts, unless that was canceled", () => {
  const call = slot("call", 9, "theo");
  const calls = [
    call,
    slot("same host", 11, "theo"),
    slot("other host", 12, "imani"),
    slot("held", 13, "theo", { state: "held" }),
    slot("canceled", 15, "theo", { state: "cancelled" }),
  ];
  const problemAt = (hour: number, minute = 0) => landingProblem(call, at(hour, minute), calls, at(8));
  expect([problemAt(7), problemAt(8)]).toEqual(["In the past", "In the past"]);
  expect([problemAt(10, 45), problemAt(11, 15), problemAt(13)]).toEqual(Array(3).fill("Another call"));
  expect([problemAt(8, 15), problemAt(10, 30), problemAt(11, 30), problemAt(12), problemAt(15)]).toEqual(
    Array(5).fill(null),
  );
});

test("A dragged call can't land in the buffer of another call, nor without its own", () => {
  const call = slot("call", 9, "theo", { before: 15 });
  const calls = [
    call,
    slot("same host", 11, "theo", { before: 15, after: 30 }),
    slot("other host", 13, "imani", { before: 60, after: 60 }),
  ];
  const problemAt = (hour: number, minute = 0) => landingProblem(call, at(hour, minute), calls, at(8));
  expect([problemAt(10, 30), problemAt(11, 30), problemAt(12), problemAt(12, 14)]).toEqual(
    Array(4).fill("Buffer between calls"),
  );
  expect(problemAt(11, 15)).toBe("Another call");
  // Periods that touch don't overlap, and buffers of other hosts don't count.
  expect([problemAt(10, 15), problemAt(12, 15), problemAt(13)]).toEqual([null, null, null]);
});

const range = (from: number, to: number): [string, string] => [iso(from), iso(to)];
const starts = [at(9), at(9, 30), at(10, 45), at(11), at(11, 30), at(16), at(16, 30)].map((time) => time / 1000);

const TYPE = { minutes: 30, buffer_before: 5, buffer_after: 10, notice_minutes: 120, horizon_days: 30 };
const HOURS = {
  host: "theo" as string | null,
  shifts: [range(at(0), at(15)), range(at(16), at(19)), range(at(24 * 40), at(24 * 40 + 1))],
  bookable: [range(at(0), at(13)), range(at(14), at(18)), range(at(24 * 40), at(24 * 40 + 1))],
  absences: [range(at(15), at(16))],
  busy: [range(at(12), at(12, 30))],
  holidays: [] as { day: string; starts_at: string; ends_at: string; name: string | null }[],
  calls: [
    { ...slot("call", 10, "theo", { after: 10 }), name: "Mei Vargas" },
    { ...slot("canceled", 13, "theo", { state: "cancelled" }), name: "Ann Lee" },
  ],
  types: [TYPE],
  elsewhere: [
    {
      id: "other",
      account: "Northside",
      starts_at: iso(at(16)),
      ends_at: iso(at(17)),
      taken: range(at(16), at(17, 15)),
    },
  ],
};

test("A click in the week books only a free time", () => {
  expect([at(9), at(9, 30), at(10, 45), at(16, 30)].map((time) => isFree(time, starts))).toEqual(Array(4).fill(true));
  expect([at(8), at(10), at(10, 30), at(14), at(17)].map((time) => isFree(time, starts))).toEqual(Array(5).fill(false));
  // Between two half hours, the first time after a buffer counts.
  expect([at(9), at(10), at(10, 30)].map((half) => startWithin(half, starts))).toEqual([at(9), at(10), at(10, 45)]);
});

test.each([
  [at(0, 30), "in the past"],
  [at(-1), "in the past"],
  [at(2, 30), "less than 2 h from now"],
  // Its own end and buffer reach into the call, or its start is within the call's buffer.
  [at(9, 30), "too close to the call with Mei Vargas"],
  [at(10), "during the call with Mei Vargas"],
  [at(10, 35), "too close to the call with Mei Vargas"],
  [at(11, 45), "too close to an appointment"],
  [at(12), "during an appointment"],
  [at(13), "outside bookable hours"],
  // Not on the grid of the times, for example.
  [at(14), "no call can begin then"],
  [at(15, 30), "away"],
  [at(16, 30), "during a call at Northside"],
  [at(17), "too close to a call at Northside"],
  [at(18), "outside bookable hours"],
  [at(20), "outside working hours"],
  [at(24 * 40), "more than 30 days ahead"],
])("%s isn't free: %s", (time, reason) => {
  expect(takenReason(time, at(0, 45), HOURS)).toBe(reason);
});

test("On a holiday no one works, and the reason is its name if it has one", () => {
  const reasonOn = (day: string, name: string | null) => {
    const holiday = { day, starts_at: iso(at(0)), ends_at: iso(at(24)), name };
    return takenReason(at(20), at(0, 45), { ...HOURS, shifts: [], holidays: [holiday] });
  };
  expect(reasonOn("2026-11-30", "Team day")).toBe("a holiday: Team day");
  // An account's holidays have no names of their own.
  expect(reasonOn("2026-12-25", null)).toBe("a holiday: Christmas Day");
  expect(reasonOn("2026-11-30", null)).toBe("a holiday");
});

test("A type that takes calls of the next day only says so in the singular", () => {
  const hours = { ...HOURS, types: [{ ...TYPE, horizon_days: 1 }] };
  expect(takenReason(at(24 * 40), at(0, 45), hours)).toBe("more than 1 day ahead");
});

test("A shorter notice and a shorter call of another type count", () => {
  const short = { ...TYPE, minutes: 15, notice_minutes: 0, buffer_before: 0, buffer_after: 0 };
  const hours = { ...HOURS, types: [TYPE, short] };
  expect(takenReason(at(2, 30), at(0, 45), hours)).toBe("no call can begin then");
  expect(takenReason(at(9, 30), at(0, 45), hours)).toBe("no call can begin then");
  expect(takenReason(at(10, 35), at(0, 45), hours)).toBe("too close to the call with Mei Vargas");
});

test("Of everyone, no time is free at which anyone is, whoever has a call", () => {
  const ofEveryone = { ...HOURS, host: null, absences: [], busy: [], elsewhere: [] };
  expect([10, 13].map((hour) => takenReason(at(hour), at(0), ofEveryone))).toEqual([
    "no call can begin then",
    "outside bookable hours",
  ]);
});

test("The nearest free time is offered instead, and none that is over", () => {
  const near = (hour: number, now = at(0)) => nearestFree(at(hour), now, starts);
  expect([near(7), near(10), near(13), near(15), near(20)]).toEqual([at(9), at(9, 30), at(11, 30), at(16), at(16, 30)]);
  expect(near(7, at(9, 10))).toBe(at(9, 30));
  expect(near(7, at(9, 50))).toBe(at(10, 45));
  expect(near(7, at(20))).toBeNull();
});
