import { expect, test } from "vitest";
import { beginsWith } from "./palette-items.tsx";

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
