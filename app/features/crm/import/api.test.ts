import { expect, test } from "vitest";
import { type LeadImport, leadsText, matchesText, outcomeText, undoQuestion } from "./api.ts";

test("the parts of the matching rows add up to their number", () => {
  expect(matchesText({ known: 2, repeated: 1 })).toBe("3 matching rows: 2 already in the CRM, 1 repeated in the file");
  expect(matchesText({ known: 1, repeated: 0 })).toBe("1 matching row: 1 already in the CRM");
});

test("one lead is no leads", () =>
  expect([leadsText(1), leadsText(0), leadsText(2)]).toEqual(["1 lead", "0 leads", "2 leads"]));

test("an import that was stopped counts the rows that it never came to", () => {
  const counts = { rows: 8_000, created: 3_470, updated: 4, skipped: 3, wrong: 2, failed: 1 };
  const stopped = { ...counts, status: "canceled" } as LeadImport;
  expect(outcomeText(stopped)).toBe("stopped, 3,470 new, 4 updates, 3 skipped, 3 with errors, 4,520 not imported");
  const done = { ...counts, rows: 3_480, status: "done" } as LeadImport;
  expect(outcomeText(done)).toBe("3,470 new, 4 updates, 3 skipped, 3 with errors");
});

test("the undo of an import counts new leads and updates, because one lead may have both", () => {
  const undone = (removed: number, restored: number, kept: number) =>
    outcomeText({ status: "undone", removed, restored, kept } as LeadImport);
  expect(undone(1, 2, 0)).toBe("undone, 1 new lead removed, 2 updates undone");
  expect(undone(0, 1, 3)).toBe("undone, 0 new leads removed, 1 update undone, 3 kept");
});

test("The question before an undo says what it deletes and takes back", () => {
  const end = "What someone has worked on since stays. You can't reverse this.";
  expect(undoQuestion({ created: 1200, updated: 0 })).toBe(`The 1,200 leads that it added are deleted. ${end}`);
  expect(undoQuestion({ created: 1, updated: 1 })).toBe(
    `The lead that it added is deleted. Its update from 1 row is undone. ${end}`,
  );
  expect(undoQuestion({ created: 0, updated: 3 })).toBe(`Its updates from 3 rows are undone. ${end}`);
});
