import fc from "fast-check";
import { expect, test } from "vitest";
import { guardFigures, guardWarnings } from "./guardrails.ts";

const variant = (label: string, visits: number, bounced: number, slow = 0) => ({
  label,
  figures: { visits, bounced, measured: visits, fast: visits - slow },
});

test("A variant that drives visitors away or is slow is named, and no other", () => {
  expect(guardWarnings([variant("A", 2000, 700), variant("B", 2000, 1000), variant("C", 2000, 690)])).toEqual([
    "More visitors leave B right away: 50%, compared with 35% for A.",
  ]);
  expect(guardWarnings([variant("A", 2000, 700, 200), variant("B", 2000, 700, 800)])).toEqual([
    "B is slower: 60% of its visitors see it within 2.5 seconds, compared with 90% for A.",
  ]);
  // Better is no problem, and few visits say nothing.
  expect(guardWarnings([variant("A", 2000, 1000, 800), variant("B", 2000, 500, 100)])).toEqual([]);
  expect(guardWarnings([variant("A", 10, 1), variant("B", 10, 8)])).toEqual([]);
  expect(guardWarnings([variant("A", 0, 0), variant("B", 50, 50)])).toEqual([]);
  expect(guardWarnings([])).toEqual([]);
});

test("The figures come from the sums of visits", () => {
  expect(guardFigures({ visits: 10, bounced: 4, speeds: [3, 2, 1, 1] })).toEqual({
    visits: 10,
    bounced: 4,
    measured: 7,
    fast: 5,
  });
  expect(guardFigures(undefined)).toEqual({ visits: 0, bounced: 0, measured: 0, fast: 0 });
});

test("Without a difference, daily looks warn in at most 5% of tests", () => {
  const random = fc.sample(fc.integer({ min: 1, max: 2 ** 31 - 2 }), { numRuns: 1, seed: 7 })[0] ?? 1;
  let state = random;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  let warned = 0;
  const runs = 1000;
  for (let run = 0; run < runs; run += 1) {
    const all = [variant("A", 0, 0), variant("B", 0, 0)];
    let isWarned = false;
    for (let day = 0; day < 20 && !isWarned; day += 1) {
      for (const { figures } of all)
        for (let visit = 0; visit < 60; visit += 1) {
          figures.visits += 1;
          figures.measured += 1;
          if (next() < 0.4) figures.bounced += 1;
          if (next() < 0.8) figures.fast += 1;
        }
      isWarned = guardWarnings(all).length > 0;
    }
    if (isWarned) warned += 1;
  }
  expect(warned / runs).toBeLessThanOrEqual(0.05);
});
