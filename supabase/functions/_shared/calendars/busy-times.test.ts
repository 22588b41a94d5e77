import { expect, test } from "vitest";
import { type Busy, CalendarProblem, readBusyTimes } from "./busy-times.ts";

const file = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...events, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) =>
  ["BEGIN:VEVENT", "UID:one@test", "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"].join("\r\n");
const FROM = Date.parse("2026-11-01T00:00:00Z");
const TO = Date.parse("2026-12-31T00:00:00Z");
const read = (text: string, zone = "America/Los_Angeles") => readBusyTimes(text, zone, FROM, TO).map(words);
const words = ([from, to]: Busy) =>
  `${new Date(from).toISOString().slice(0, 16)} ${new Date(to).toISOString().slice(0, 16)}`;

test("An all-day event blocks the days of the person's zone", () => {
  const day = file(event("DTSTART;VALUE=DATE:20261130", "DTEND;VALUE=DATE:20261201"));
  expect(read(day)).toEqual(["2026-11-30T08:00 2026-12-01T08:00"]);
  expect(read(day, "Pacific/Auckland")).toEqual(["2026-11-29T11:00 2026-11-30T11:00"]);
});

test.each([["TRANSP:TRANSPARENT"], ["STATUS:CANCELLED"], ["X-MICROSOFT-CDO-BUSYSTATUS:FREE"]])(
  "%s blocks nothing",
  (line) => {
    expect(read(file(event("DTSTART:20261130T100000Z", "DTEND:20261130T110000Z", line)))).toEqual([]);
  },
);

test("A weekly event keeps its time on the clocks when they change, without excluded and with moved occurrences", () => {
  const weekly = event(
    "DTSTART;TZID=America/New_York:20261026T090000",
    "DTEND;TZID=America/New_York:20261026T100000",
    "RRULE:FREQ=WEEKLY;COUNT=5",
    "EXDATE;TZID=America/New_York:20261109T090000",
  );
  const moved = event(
    "RECURRENCE-ID;TZID=America/New_York:20261116T090000",
    "DTSTART;TZID=America/New_York:20261117T150000",
    "DTEND;TZID=America/New_York:20261117T153000",
  );
  expect(read(file(weekly, moved))).toEqual([
    "2026-11-02T14:00 2026-11-02T15:00",
    "2026-11-17T20:00 2026-11-17T20:30",
    "2026-11-23T14:00 2026-11-23T15:00",
  ]);
});

test("Times without a zone are times of the person", () => {
  expect(read(file(event("DTSTART:20261130T090000", "DURATION:PT30M")))).toEqual(["2026-11-30T17:00 2026-11-30T17:30"]);
});

test("An endless rule is read within the period only, and too many occurrences are a problem", () => {
  const daily = file(event("DTSTART:20000101T100000Z", "DTEND:20000101T101500Z", "RRULE:FREQ=DAILY"));
  expect(read(daily)).toHaveLength(60);
  const flood = file(event("DTSTART:20261101T000000Z", "DTEND:20261101T000001Z", "RRULE:FREQ=SECONDLY"));
  expect(() => read(flood)).toThrow(CalendarProblem);
});

test.each([["<!doctype html><title>Sign in</title>"], [""], ["BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"], ["{}"]])(
  "%j is no calendar",
  (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: "not_a_calendar" }));
  },
);
