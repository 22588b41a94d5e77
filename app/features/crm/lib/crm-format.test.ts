import { expect, test } from "vitest";
import { dueText, formatNearDate } from "./crm-format.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test("an invalid date shows as a dash", () => {
  for (const at of ["infinity", "-infinity", "", "soon"])
    expect([formatNearDate(at, NOW), dueText(at, NOW)]).toEqual(["–", "–"]);
});

test("shows a nearer due date more exactly", () => {
  expect(dueText("2026-11-20T11:00:00Z", NOW)).toBe("1 d late");
  expect(dueText("2026-11-22T12:00:00Z", NOW)).toBe("tomorrow");
  expect(formatNearDate("2026-12-24T12:00:00Z", NOW)).toBe("Dec 24");
});
