import { expect, test } from "vitest";
import { dueText, formatNearDate } from "./crm-format.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test("what is no moment is a dash, and breaks no page", () => {
  for (const at of ["infinity", "-infinity", "", "soon"])
    expect([formatNearDate(at, NOW), dueText(at, NOW)]).toEqual(["–", "–"]);
});

test("what is due is said the more exactly the nearer it is", () => {
  expect(dueText("2026-11-20T11:00:00Z", NOW)).toBe("1 d late");
  expect(dueText("2026-11-22T12:00:00Z", NOW)).toBe("tomorrow");
  expect(formatNearDate("2026-12-24T12:00:00Z", NOW)).toBe("Dec 24");
});
