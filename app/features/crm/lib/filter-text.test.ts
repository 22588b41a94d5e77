import { expect, test } from "vitest";
import { formatCompactMoney } from "../../../../domain/money.ts";
import { FILTER_FIELDS, type FieldKind, fieldOf, OPERATORS, OTHER_FIELDS, operatorsOf } from "./filter-fields.ts";
import { filterParts, filterSentence, ruleText } from "./filter-text.ts";
import type { FilterGroup, FilterOperator, FilterRule, FilterValue } from "./lead-filter.ts";

const NAMES: Record<string, string> = {
  "6": "Proposal",
  "7": "Won",
  call_booked: "Call Booked",
  landing_page: "Landing page",
};
const nameOf = (field: string, value: string) =>
  field.startsWith("value") ? formatCompactMoney({ amount: Number(value), currency: "usd" }) : (NAMES[value] ?? value);

/** The operators and values that the database accepts for each kind (`private.filter_rule_sql`). */
const ANSWERED: Record<FieldKind, [FilterOperator[], FilterValue[]]> = {
  text: [
    ["contains", "eq", "not", "in", "empty", "filled"],
    ["anna", ["anna", "ben"]],
  ],
  choice: [
    ["eq", "not", "in", "empty", "filled"],
    ["call_booked", ["landing_page", "call_booked"]],
  ],
  owner: [
    ["eq", "not", "in", "empty", "filled"],
    ["me", ["me", "none"]],
  ],
  list: [
    ["contains", "eq", "not", "in", "empty", "filled"],
    ["hot", ["hot", "vip"]],
  ],
  money: [["eq", "not", "in", "over", "under", "empty", "filled"], [500_000]],
  minutes: [
    ["eq", "not", "in", "over", "under", "empty", "filled"],
    [59, 60, 120],
  ],
  hour: [
    ["eq", "not", "in", "over", "under", "empty", "filled"],
    [9, "9"],
  ],
  reached: [["eq", "not", "in", "over", "under", "empty", "filled"], [6]],
  moment: [
    ["before", "after", "empty", "filled"],
    ["2026-11-01", "2026-11-01T10:00:00Z", "now", "-14d", "-1d", "+7d"],
  ],
  coming: [
    ["before", "after", "empty", "filled"],
    ["2026-11-01", "2026-11-01T10:00:00Z", "now", "-14d", "+1d", "+7d"],
  ],
  truth: [
    ["eq", "not"],
    [true, "false"],
  ],
  search: [["eq", "contains"], ["anna"]],
};
const ALL = [...FILTER_FIELDS, ...OTHER_FIELDS];
const RULES = ALL.flatMap(({ field, kind }): FilterRule[] => {
  const [operators, values] = ANSWERED[kind];
  const spans: FilterRule[] = ["moment", "coming"].includes(kind) ? [{ field, is: "within_days", value: 14 }] : [];
  return [
    ...spans,
    ...operators.flatMap((is): FilterRule[] =>
      is === "empty" || is === "filled" ? [{ field, is }] : values.map((value) => ({ field, is, value })),
    ),
  ];
});

test("Each field and operator has a readable text", () => {
  expect(RULES.length).toBeGreaterThan(250);
  for (const rule of RULES) {
    const { label, text } = ruleText(rule, nameOf);
    const said = `${label} ${text}`.trim();
    const about = `${JSON.stringify(rule)}: ${said}`;
    expect(text, about).not.toBe("");
    expect(said, about).not.toMatch(/_|undefined|NaN|null|\[object|true|false|\d{4}-\d{2}-\d{2}|[+-]\d+d|(^| )eq( |$)/);
    expect(said, about).not.toMatch(/ {2}|(^| )(in|is|not) \1( |$)|^1 days| 1 days/);
    expect(said[0], about).toMatch(/[A-Z]/);
  }
});

test("Each operator of a field has a different text for the same value", () => {
  for (const { field, kind } of ALL) {
    const value = ANSWERED[kind][1][0] ?? "";
    // With a single value some operators mean the same.
    const same = kind === "list" ? ["eq", "in", "contains"] : ["eq", "in", ...(kind === "search" ? ["contains"] : [])];
    const said = ANSWERED[kind][0]
      .filter((is) => !same.slice(1).includes(is))
      .map((is) => JSON.stringify(ruleText({ field, is, value }, nameOf)));
    expect(new Set(said).size, field).toBe(said.length);
  }
});

test.each<[FilterRule, string]>([
  [{ field: "reached", is: "over", value: 5 }, "Furthest stage is Proposal or later"],
  [{ field: "reached", is: "under", value: 6 }, "Furthest stage is before Proposal"],
  [{ field: "arrived_hour", is: "eq", value: "15" }, "Arrival time between 3 PM and 4 PM"],
  [{ field: "stage", is: "eq", value: "call_booked" }, "Stage is Call Booked"],
  [{ field: "source", is: "not", value: ["referral", "other"] }, "Source is neither referral nor other"],
  [{ field: "value", is: "over", value: 500_000 }, "Value is more than $5,000"],
  [{ field: "response_seconds", is: "over", value: 1799 }, "First response took 30 min or longer"],
  [{ field: "response_seconds", is: "filled" }, "First response is recorded"],
  [{ field: "unanswered", is: "eq", value: true }, "Waiting for a reply"],
  [{ field: "is_spam", is: "not", value: "true" }, "Not spam"],
  [{ field: "last_activity_at", is: "before", value: "-14d" }, "Last activity more than 14 days ago"],
  [{ field: "arrived", is: "within_days", value: 1 }, "Arrived in the last day"],
  [{ field: "next_task_at", is: "before", value: "2026-12-01" }, "Next step due before Dec 1, 2026"],
  [{ field: "tags", is: "in", value: ["hot", "vip"] }, "Tags contains hot or vip"],
  [{ field: "q", is: "eq", value: "anna" }, "Search matches “anna”"],
  [{ field: "shoe_size", is: "eq", value: "44" }, "shoe size is “44”"],
])("%j reads “%s”", (rule, said) => {
  expect(filterSentence({ op: "and", rules: [rule] }, nameOf)).toBe(said);
});

test("Two rules that form a range are one chip, which removes both", () => {
  const filter: FilterGroup = {
    op: "and",
    rules: [
      { field: "arrived", is: "after", value: "2026-11-01" },
      { field: "stage", is: "eq", value: "call_booked" },
      { field: "arrived", is: "before", value: "2026-12-01" },
      { field: "response_seconds", is: "over", value: 59 },
      { field: "response_seconds", is: "under", value: 120 },
    ],
  };
  expect(filterParts(filter, nameOf)).toEqual([
    { label: "Arrived", text: "Nov 1\u2009–\u200930, 2026", places: [0, 2] },
    { label: "Stage", text: "is Call Booked", places: [1] },
    { label: "First response", text: "took 1 to 2 min", places: [3, 4] },
  ]);
  // Rules joined by "or" are not a range.
  expect(filterParts({ ...filter, op: "or" }, nameOf)).toHaveLength(5);
});

test("A group of one field names it once", () => {
  const group: FilterGroup = {
    op: "or",
    rules: [
      { field: "last_activity_at", is: "empty" },
      { field: "last_activity_at", is: "before", value: "-5d" },
    ],
  };
  expect(filterSentence({ op: "and", rules: [{ field: "stage", is: "eq", value: "new" }, group] }, nameOf)).toBe(
    "Stage is new and (Last activity never or more than 5 days ago)",
  );
});

test("The panel shows the operator of a rule even if it does not offer that operator", () => {
  for (const rule of RULES) {
    const { kind } = fieldOf(rule.field);
    const words = operatorsOf(kind, rule.is);
    expect(words.map(([is]) => is)).toContain(rule.is);
    for (const [, says] of words) expect(says).toMatch(/^[a-z' ]+$/);
  }
  expect(operatorsOf("text", "contains")).toEqual(Object.entries(OPERATORS.text));
});
