import { expect, test } from "vitest";
import type { Rule } from "./api.ts";
import { ruleSentence } from "./rule-sentence.ts";

const NAMES = {
  pools: [{ id: "inbound", name: "Inbound", people: [] }],
  people: [{ user_id: "ann", name: "Ann Bell" }],
  currency: "usd",
};
const INBOUND = { pool: "inbound" };

test.each<[Rule["when"], Rule["to"], string]>([
  [{}, INBOUND, "Every lead goes to the pool Inbound."],
  [{}, { person: "ann" }, "Every lead goes to Ann Bell."],
  [{ source: ["referral"] }, INBOUND, "When the source is Referral, the lead goes to the pool Inbound."],
  [
    { source: ["referral", "other"], value_from: 500_000 },
    { person: "ann" },
    "When the source is Referral or Other and the value is at least $5,000, the lead goes to Ann Bell.",
  ],
  [{ value_to: 500_000 }, INBOUND, "When the value is at most $5,000, the lead goes to the pool Inbound."],
  [
    { value_from: 100_000, value_to: 500_000 },
    INBOUND,
    "When the value is from $1,000 to $5,000, the lead goes to the pool Inbound.",
  ],
  [
    { page: ["/spring"], campaign: ["fall", "winter"], language: ["es", "¿?"], area: ["503"], tier: ["Base Funnel"] },
    INBOUND,
    "When the interest is Base Funnel and the page contains “/spring” and the campaign contains “fall” or “winter” and the language is Spanish or ¿? and the area code is 503, the lead goes to the pool Inbound.",
  ],
  // What is not finished or gone is said, too.
  [{ value_from: Number.NaN }, INBOUND, "When the value is missing, the lead goes to the pool Inbound."],
  [{ source: [] }, { person: "gone" }, "When the source is missing, the lead goes to no one."],
])("A rule reads as one sentence: %j", (when, to, sentence) => {
  expect(ruleSentence({ id: "1", when, to }, NAMES)).toBe(sentence);
});

test("A rule's value has the places of its currency", () => {
  const sentence = (currency: string) =>
    ruleSentence({ id: "1", when: { value_from: 5_000 }, to: INBOUND }, { ...NAMES, currency });
  expect(sentence("usd")).toContain("$50,");
  expect(sentence("jpy")).toContain("¥5,000,");
});
