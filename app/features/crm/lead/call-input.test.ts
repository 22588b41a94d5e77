import fc from "fast-check";
import { expect, test } from "vitest";
import { callProblems, callSeconds, newCall, waitingText } from "./call-input.ts";

const NOW = Date.parse("2026-11-30T10:00:00");
const problemsOf = (typed: Partial<typeof newCall>) => callProblems({ ...newCall, outcome: "busy", ...typed }, NOW);

test("a call needs an outcome, and each wrong field is named", () => {
  expect(callProblems(newCall, NOW)).toEqual({ outcome: "Select an outcome" });
  expect(problemsOf({})).toEqual({});
  expect(problemsOf({ minutes: "2.5", at: "2026-11-30T10:00" })).toEqual({});
  for (const minutes of ["-3", "abc", "0", ".", "1e3", "12 min", "١٢"])
    expect(problemsOf({ minutes })).toEqual({ minutes: "Enter minutes, such as 12" });
  expect(problemsOf({ minutes: "1440" })).toEqual({});
  expect(problemsOf({ minutes: "1441" })).toEqual({ minutes: "A call can last up to one day" });
  for (const at of ["2026-11-30T10:01", "2030-01-01T00:00", "never"])
    expect(problemsOf({ at })).toEqual({ at: "Choose a time that has passed" });
  for (const at of ["0026-11-28T10:00", "1969-12-01T00:00"])
    expect(problemsOf({ at })).toEqual({ at: "Check the year" });
});

test("minutes have a point or a comma", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 99 }), (whole, part) => {
      const seconds = Math.round(Number(`${whole}.${part}`) * 60);
      expect([callSeconds(` ${whole}.${part} `), callSeconds(`${whole},${part}`)]).toEqual([seconds, seconds]);
    }),
  );
  expect(callSeconds("  ")).toBeNull();
});

test("a call from before the lead wrote ends no clock, and the toast says so", () => {
  const clock = { arrived_at: new Date("2026-11-30T09:00:00").toISOString(), state: "running" };
  const says = /the lead still waits for a first response$/;
  for (const state of ["running", "warned", "breached", "escalated"])
    expect(waitingText("2026-11-30T08:59", { ...clock, state })).toMatch(says);
  for (const state of ["answered", "dropped"]) expect(waitingText("2026-11-30T08:59", { ...clock, state })).toBe("");
  for (const at of ["", "2026-11-30T09:00", "2026-11-30T09:30"]) expect(waitingText(at, clock)).toBe("");
  expect(waitingText("2026-11-30T08:59", null)).toBe("");
});
