import fc from "fast-check";
import { expect, test } from "vitest";
import { excludesStage, type FilterGroup, type FilterRule, isGroup } from "./lead-filter.ts";

const STAGES = ["new", "connected", "qualified", "won"];

/** Whether a lead matches, if its stage is all that is known: other rules may match. */
function mayMatch(part: FilterGroup | FilterRule, stage: string): boolean {
  if (isGroup(part)) {
    const parts = part.rules.map((one) => mayMatch(one, stage));
    return part.op === "and" ? parts.every(Boolean) : parts.length === 0 || parts.some(Boolean);
  }
  if (part.field !== "stage") return true;
  const isNamed = Array.isArray(part.value) ? part.value.includes(stage) : part.value === stage;
  return part.is === "not" ? !isNamed : isNamed;
}

test("A filter excludes the stages in which no lead can match", () => {
  const stage = fc.constantFrom(...STAGES);
  const rule = fc.oneof(
    fc.record({ field: fc.constant("stage"), is: fc.constantFrom("in", "not"), value: fc.array(stage) }),
    fc.record({ field: fc.constant("stage"), is: fc.constantFrom("eq", "not"), value: stage }),
    fc.constant({ field: "company", is: "contains", value: "new" }),
  ) as fc.Arbitrary<FilterRule>;
  const groupOf = (part: fc.Arbitrary<FilterRule | FilterGroup>): fc.Arbitrary<FilterGroup> =>
    fc.record({ op: fc.constantFrom("and", "or"), rules: fc.array(part, { maxLength: 3 }) });
  fc.assert(
    fc.property(groupOf(fc.oneof(rule, groupOf(rule))), stage, (filter, key) => {
      expect(excludesStage(filter, key)).toBe(!mayMatch(filter, key));
    }),
  );
});
