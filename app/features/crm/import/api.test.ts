import { expect, test } from "vitest";
import { leadsText, matchesText } from "./api.ts";

test("the parts of the matching rows add up to their number", () => {
  expect(matchesText({ known: 2, repeated: 1 })).toBe("3 matching rows: 2 already in the CRM, 1 repeated in the file");
  expect(matchesText({ known: 1, repeated: 0 })).toBe("1 matching row: 1 already in the CRM");
});

test("one lead is no leads", () =>
  expect([leadsText(1), leadsText(0), leadsText(2)]).toEqual(["1 lead", "0 leads", "2 leads"]));
