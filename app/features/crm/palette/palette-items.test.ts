import { expect, test } from "vitest";
import type { LeadRef } from "../lib/lead-types.ts";
import { beginsWith, isActionMeant, isNamed } from "./palette-items.tsx";

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
