import { expect, test } from "vitest";
import type { LeadRef } from "../lib/lead-types.ts";
import { beginsWith, beginsWords, isActionMeant, isNamed, resembles } from "./matching.ts";

test.each([
  ["boar", false],
  ["anal", false],
  ["anais", true],
  ["Zielinski", true],
  ["vel bar", true],
  ["brow", true],
  ["row", false],
  ["ANAÏS vel", true],
])("%s begins a lead: %s", (typed, begins) => {
  const lead = { name: "Anaïs Zielinski", company: "Velvet Brow Bar", email: "a.z@example.com" };
  expect(beginsWith(lead, typed)).toBe(begins);
});

test("Signs alone match only a text that contains them", () => {
  expect([beginsWords("Board", "🎯"), resembles("Board", "🎯"), beginsWords("🎯 Target", "🎯")]).toEqual([
    false,
    false,
    true,
  ]);
  expect(beginsWords("Board", "")).toBe(true);
});

test.each([
  ["book", "Book a call with Mei Tanaka", true],
  ["call", "Book a call with Mei Tanaka", true],
  ["merge", "Merge Mei Tanaka with another lead…", true],
  ["mei", "Merge Mei Tanaka with another lead…", false],
  ["ook", "Book a call with Mei Tanaka", false],
])("%s means the action %s: %s", (typed, label, means) => {
  const lead = { first_name: "Mei", last_name: "Tanaka" } as LeadRef;
  expect(isActionMeant(label, lead, typed)).toBe(means);
});

test.each([
  ["book", "Lantern Bookkeeping", false],
  ["lantern", "Lantern Bookkeeping", true],
  ["tan", "Lantern Bookkeeping", true],
])("%s names a lead of %s: %s", (typed, company, named) => {
  expect(isNamed({ name: "Mei Tanaka", company, email: null }, typed)).toBe(named);
});

test("a label is found with any one typing error in a word of four letters or more, and with none in a shorter one", () => {
  for (const label of ["Analytics", "Board", "Shifts & routing", "Import & export"]) {
    for (const word of label.toLowerCase().split(/[^a-z]+/)) {
      for (let at = 0; at < word.length; at += 1) {
        const [before, after] = [word.slice(0, at), word.slice(at + 1)];
        const swapped = before + after.slice(0, 1) + word[at] + after.slice(1);
        for (const typed of [before + after, `${before}x${after}`, `${before}x${word.slice(at)}`, swapped]) {
          if (typed.length >= 4) expect(resembles(label, typed), `${typed}: ${label}`).toBe(true);
        }
      }
    }
  }
  expect(resembles("Board", "bor")).toBe(false);
  expect(resembles("Board", "baxxd")).toBe(false);
  expect(resembles("Import & export", "imprt exprt")).toBe(true);
});
