import { expect, test } from "vitest";
import { enterText } from "./enter-text.ts";

type Row = Parameters<typeof enterText>[0];
const open = { state: "running", answered_at: null } as NonNullable<Row["clock"]>;
const answered = { ...open, answered_at: "2026-11-30T10:00:00Z" };
const row = (facts: Partial<Row>): Row => ({
  owner_id: "me",
  clock: null,
  phone: "+15035550148",
  email: null,
  consent_at: null,
  ...facts,
});

test.each([
  [{ owner_id: null }, "claim and call"],
  [{ owner_id: null, phone: null }, "claim and add note"],
  [{ clock: open }, "call"],
  [{ clock: open, phone: null, email: "ann@example.com", consent_at: "2026-11-30T10:00:00Z" }, "write email"],
  [{ clock: answered }, "open"],
  [{}, "open"],
] as [Partial<Row>, string][])("Enter on %j: %s", (facts, text) => expect(enterText(row(facts))).toBe(text));
