import { afterEach, expect, test } from "vitest";
import { setViewerLocale } from "../../../../domain/format-locale.ts";
import { weekDays, weekOf } from "./week.ts";

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
