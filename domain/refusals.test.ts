import fc from "fast-check";
import { expect, test } from "vitest";
import { readRefusal } from "./refusals.ts";

test("a refusal has a code and its field or facts", () => {
  expect(readRefusal({ hint: "required", details: "business_name" })).toEqual({
    code: "required",
    field: "business_name",
    facts: {},
  });
  expect(readRefusal({ hint: "lead_known", details: '{"lead_id": "7"}' })).toEqual({
    code: "lead_known",
    field: null,
    facts: { lead_id: "7" },
  });
  expect(readRefusal({ hint: "outdated", details: null })).toEqual({ code: "outdated", field: null, facts: {} });
});

test("PostgreSQL's own errors are not refusals", () => {
  expect(readRefusal({ hint: "Perhaps you meant to reference the column.", details: null })).toBeNull();
  expect(readRefusal({ hint: null, details: "Key (id) is not present." })).toBeNull();
  expect(readRefusal({})).toBeNull();
});

test("reading never fails, whatever the error says", () => {
  const text = fc.option(fc.oneof(fc.string(), fc.json(), fc.constantFrom("outdated", "{", "{]", '{"a": 1}')));
  fc.assert(
    fc.property(text, fc.oneof(text, fc.anything()), (hint, details) => {
      const refusal = readRefusal({ hint, details });
      if (refusal) expect(Object.keys(refusal).sort()).toEqual(["code", "facts", "field"]);
    }),
  );
});
