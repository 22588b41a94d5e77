import { expect, test } from "vitest";
import { cellProblem, type LeadColumn } from "./lead-columns.ts";

const READING = { dates: "mdy", currency: "usd" } as const;
const KNOWN = {
  stages: [{ key: "call_booked", label: "Call Booked" }],
  owners: ["Sam Rivera"],
  now: new Date("2026-12-01T12:00:00Z"),
};

test.each<[LeadColumn, string, string | null]>([
  ["email", "ann@example.com", null],
  ["email", "ann at example", "not an email address"],
  ["email", `${"x".repeat(320)}@example.com`, "not an email address"],
  ["phone", "(503) 555-0148", null],
  ["phone", "12", "not a phone number"],
  ["value_cents", "$1,200", null],
  ["value_cents", "lots", "not an amount"],
  ["value_cents", "900 EUR", "EUR, not USD"],
  ["created_at", "11/30/2026", null],
  ["created_at", "31/31/2026", "not a date"],
  ["created_at", "12/24/2026", "in the future"],
  // Other products keep the expected day of an open deal there.
  ["closed_at", "12/24/2026", null],
  ["source", "Moon", "not a source"],
  ["stage", "call booked", null],
  ["stage", "CALL_BOOKED", null],
  ["stage", "Nowhere", "no stage has this name"],
  ["owner", "sam rivera", null],
  ["owner", "someone@example.com", null],
  ["owner", "Nobody Known", "no one on the team has this name"],
  ["first_name", "x".repeat(100), null],
  ["first_name", "x".repeat(101), "longer than 100 characters"],
  ["note", "x".repeat(10_001), "longer than 10,000 characters"],
  ["tags", "x".repeat(400), null],
  ["email", "  ", null],
])("A cell of %s, %j: %s", (field, text, problem) =>
  expect(cellProblem({ header: "Column", text, field }, READING, KNOWN)).toBe(problem),
);

test("Names of stages and owners are left to the check while the lists load", () => {
  expect(cellProblem({ header: "Stage", text: "Nowhere", field: "stage" }, READING)).toBeNull();
  expect(cellProblem({ header: "Owner", text: "Nobody Known", field: "owner" }, READING)).toBeNull();
});
