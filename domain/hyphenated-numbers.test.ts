import fc from "fast-check";
import { expect, test } from "vitest";
import { splitNumbers } from "./hyphenated-numbers.ts";

test("numbers of invoices stand apart from the words around them", () => {
  expect(splitNumbers("Cancel INV-2026-0001?")).toEqual(["Cancel ", "INV-2026-0001", "?"]);
  expect(splitNumbers("Invoices INV-7, RÉ-0008 (late)")).toEqual(["Invoices ", "INV-7", ", ", "RÉ-0008", " (late)"]);
  expect(splitNumbers("INV-1")).toEqual(["", "INV-1", ""]);
});

test("words with hyphens, ids and long numbers may break", () => {
  for (const text of ["A two-step sign-in", "INV-", "5a0f8c1e-8a4b-4a52-9f5e-000000000010", `${"LONG-".repeat(6)}1`])
    expect(splitNumbers(text)).toEqual([text]);
});

test("the parts are the text", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("INV", "-", "20", " ", "é", ".", "x-1")), (words) => {
      expect(splitNumbers(words.join("")).join("")).toBe(words.join(""));
    }),
  );
});
