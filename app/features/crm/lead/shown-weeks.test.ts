import { expect, test } from "vitest";
import { shownWeeks } from "./shown-weeks.ts";

const now = Date.parse("2026-11-28T12:00:00Z");
const weeks = (...last: number[]) => [...Array.from({ length: 12 - last.length }, () => 0), ...last];

test.each([
  ["a lead of two and a half weeks", weeks(2, 0, 1), "2026-11-11T00:00:00Z", [2, 0, 1]],
  ["a quiet lead of three weeks", weeks(1), "2026-11-08T00:00:00Z", [0, 0, 1]],
  ["a lead of today", weeks(1), "2026-11-28T11:00:00Z", [1]],
  ["an old lead", weeks(3, 1), "2025-01-01T00:00:00Z", weeks(3, 1)],
  ["a lead that was imported with earlier calls", weeks(4, 0, 0, 1), "2026-11-27T00:00:00Z", [4, 0, 0, 1]],
])("%s shows its own weeks", (_, given, since, shown) => expect(shownWeeks(given, since, now)).toEqual(shown));
