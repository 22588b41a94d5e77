import { expect, test } from "vitest";
import { findOddTexts, findTexts, readPatterns } from "./texts.ts";

const texts = findTexts();

test("Every kind of source is read", () => {
  for (const start of [
    "app/content/",
    "app/features/",
    "app/ui/",
    "domain/",
    "server/",
    "supabase/functions/",
    "supabase/schemas/",
  ])
    expect(texts.filter(({ file }) => file.startsWith(start)).length, start).toBeGreaterThan(50);
  expect(texts.length).toBeGreaterThan(5_000);
});

test.each([
  ["Send this e-mail?", "email"],
  ["Please ask somebody.", "someone"],
  ["Saved. Who says stop is not written to again.", "Anyone who"],
  ["This is no address", "isn't a"],
  ["You cannot do this", "can't"],
  ["Nothing was lost. It does not matter", "contraction"],
])("%s is odd", (text, instead) => {
  const [found] = findOddTexts([{ file: "app/x.tsx", line: 1, text }]);
  expect(found?.instead).toContain(instead);
});

test.each([
  "There is no lead yet",
  "Who answers within five minutes?",
  "Anyone who replies STOP never hears from us again",
  "What happened then?",
])("%s is fine", (text) => {
  expect(findOddTexts([{ file: "app/x.tsx", line: 1, text }])).toEqual([]);
});

test("No text of the product has a phrase that docs/style.md forbids", () => {
  expect(readPatterns().length).toBeGreaterThan(20);
  expect(
    findOddTexts(texts).map(({ file, line, text, instead }) => `${file}:${line} ${text} (write: ${instead})`),
  ).toEqual([]);
});
