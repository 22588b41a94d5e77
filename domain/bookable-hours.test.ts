import { expect, test } from "vitest";
import { bookableText } from "./bookable-hours.ts";
import { SHIFT_DAYS } from "./shifts.ts";

const text = (days: string, from: string | null, until: string | null, locale = "en-US") =>
  bookableText(
    { bookable_days: days === "all" ? SHIFT_DAYS : days.split(" "), bookable_from: from, bookable_until: until },
    { locale },
  )?.replaceAll(/[\u202f\u2009\u00a0]/g, " ");

test.each([
  ["mon tue wed thu fri", "09:00", "18:00", "en-US", "Mon–Fri, 9 AM–6 PM"],
  ["mon tue wed thu fri sat", "08:30", "24:00", "en-US", "Mon–Sat, 8:30 AM–12 AM"],
  ["mon tue wed thu fri", "09:00", "18:30", "de-DE", "Mon–Fri, 9:00–18:30"],
  ["sun sat", "09:00", "12:00", "en-US", "Sun, Sat, 9 AM–12 PM"],
  ["sun sat", "09:00", "12:00", "en-GB", "Sat, Sun, 9:00–12:00"],
  ["mon sun sat", "09:00", "12:00", "en-US", "Sun, Mon, Sat, 9 AM–12 PM"],
  ["fri sat sun", "09:00", "12:00", "en-GB", "Fri–Sun, 9:00–12:00"],
  ["tue thu", null, null, "en-US", "Tue, Thu"],
  ["all", "09:00", "12:00", "en-US", "Every day, 9 AM–12 PM"],
])("%s from %s to %s reads in %s: %s", (days, from, until, locale, expected) => {
  expect(text(days, from, until, locale)).toBe(expected);
});

test("no limit has no text", () => expect(text("all", null, null)).toBeUndefined());
