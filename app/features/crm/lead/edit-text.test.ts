import { expect, test } from "vitest";
import { editText } from "./edit-text.ts";

const textOf = (...fields: [field: string, from: unknown, to: unknown][]) =>
  editText({ fields: fields.map(([field, from, to]) => ({ field, from, to })) }, "usd");

test("A change of a lead's facts says what they were and what they are, in the order of the page", () => {
  expect(textOf(["company", "Acme", "Acme Inc"])).toBe("changed Company from “Acme” to “Acme Inc”");
  expect(textOf(["role", null, "Owner"], ["company", "Acme", null])).toBe(
    "cleared Company (was “Acme”) and set Role to “Owner”",
  );
  expect(textOf(["value_cents", 100_000, 445_000])).toBe("changed Value from $1,000 to $4,450");
  expect(textOf(["phone", null, "+15035550148"])).toMatch(/^set Phone to \+1 /);
  expect(textOf(["source", "referral", "google"])).not.toContain("“");
});

test("A long text that begins as before is only said to have changed", () => {
  expect(textOf(["goals", "Grow…", "Grow…"])).toBe("changed Goals");
});

test("Of a list, it says what came and what went", () => {
  expect(textOf(["tags", null, ["hot"]])).toBe("added “hot” to Tags");
  expect(textOf(["tags", ["cold", "old"], ["hot"]])).toBe("added “hot” to Tags and removed “cold” and “old” from Tags");
});

test("An erased lead's change says nothing", () => {
  expect(editText({}, "usd")).toBe("changed the details");
  expect(editText({ fields: [{ field: "unknown", from: 1, to: 2 }] }, "usd")).toBe("changed the details");
});
