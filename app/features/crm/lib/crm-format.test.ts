import { expect, test } from "vitest";
import { formatDuration } from "../../../../domain/format-duration.ts";
import { agoText, dueText, formatAge, formatArrival, formatNearDate, stageAfter, taskTimeText } from "./crm-format.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test("an invalid date shows as a dash", () => {
  for (const at of ["infinity", "-infinity", "", "soon"])
    expect([formatNearDate(at, NOW), dueText(at, NOW)]).toEqual(["–", "–"]);
});

test("shows a nearer due date more exactly", () => {
  expect(dueText("2026-11-20T11:00:00Z", NOW)).toBe("1 d late");
  expect(dueText("2026-11-22T12:00:00Z", NOW)).toBe("tomorrow");
  expect(formatNearDate("2026-12-24T12:00:00Z", NOW)).toBe("Dec 24");
});

test("a lead of the last 12 hours has its age, also after midnight", () => {
  const at = (hours: number) => formatArrival(new Date(NOW - hours * 3_600_000).toISOString(), NOW);
  expect([at(0.1), at(11), at(72)]).toEqual(["6 min ago", "11 h ago", "last Wed"]);
});

test("below one minute, the time since something is now, because the page's time moves by minutes", () => {
  expect([-5, 0, 59, 60, 3_600].map((seconds) => agoText(seconds * 1_000))).toEqual([
    "now",
    "now",
    "now",
    "1 min ago",
    "1 h ago",
  ]);
  expect(formatArrival(new Date(NOW - 35_000).toISOString(), NOW)).toBe("now");
});

test("a day that has passed does not look like one ahead, and a task has its time", () => {
  const at = (days: number) => new Date(NOW + days * 86_400_000).toISOString();
  const days = [-8, -3, -1, 1, 3, 8];
  expect(days.map((day) => formatNearDate(at(day), NOW))).toEqual([
    "Nov 13",
    "last Wed",
    "yesterday",
    "tomorrow",
    "Tue",
    "Nov 29",
  ]);
  const time = formatNearDate(at(0), NOW);
  expect([-3, 0, 1, 8].map((day) => taskTimeText(at(day), NOW))).toEqual(
    ["last Wed", "today", "tomorrow", "Nov 29"].map((day) => `${day} at ${time}`),
  );
  expect(taskTimeText("soon", NOW)).toBe("–");
});

test("units of time are unambiguous: minutes are never a single m", () => {
  expect(dueText("2026-11-21T11:57:00Z", NOW)).toBe("3 min late");
  expect([40, 180, 7_200, 259_200].map((seconds) => formatAge(seconds * 1_000))).toEqual([
    "40 s",
    "3 min",
    "2 h",
    "3 d",
  ]);
  expect([360, 8_640, 169_200].map(formatDuration)).toEqual(["6 min", "2 h 24 min", "1 d 23 h"]);
});

test.each([
  ["new", "attempting", "attempting"],
  ["new", "connected", "connected"],
  ["attempting", "connected", "connected"],
  ["attempting", "attempting", undefined],
  ["connected", "connected", undefined],
  ["qualified", "connected", undefined],
  ["lost", "connected", undefined],
] as const)("a lead in %s that is %s moves to %s", (stage, attempt, moved) => {
  expect(stageAfter({ stage }, attempt)).toBe(moved);
});
