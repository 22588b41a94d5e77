import { afterEach, expect, test } from "vitest";
import { setViewerLocale } from "../../../../domain/format-locale.ts";
import { landingProblem, weekDays, weekOf } from "./week.ts";

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

test("A dragged call can't land in the past or on another booked call of one of its hosts", () => {
  const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 30, hour, minute);
  const slot = (id: string, hour: number, host: string, state: "booked" | "held" = "booked") => ({
    ...{ id, state, hosts: [{ id: host, name: host }] },
    ...{ starts_at: new Date(at(hour)).toISOString(), ends_at: new Date(at(hour, 30)).toISOString() },
  });
  const call = slot("call", 9, "theo");
  const calls = [
    call,
    slot("same host", 11, "theo"),
    slot("other host", 12, "imani"),
    slot("held", 13, "theo", "held"),
  ];
  const problemAt = (hour: number, minute = 0) => landingProblem(call, at(hour, minute), calls, at(8));
  expect([problemAt(7), problemAt(8)]).toEqual(["In the past", "In the past"]);
  expect([problemAt(10, 45), problemAt(11, 15)]).toEqual(["Another call", "Another call"]);
  expect([problemAt(8, 15), problemAt(10, 30), problemAt(11, 30), problemAt(12), problemAt(13)]).toEqual([
    ...[null, null, null, null, null],
  ]);
});
