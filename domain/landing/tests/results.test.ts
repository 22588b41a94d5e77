import { describe, expect, test } from "vitest";
import { seededRandom, simulateTests, skewedValue } from "../../../tests/support/simulated-tests.ts";
import { testConclusion } from "./conclusion.ts";
import { boundary, confidenceSequence, hasRatioMismatch, rateSample, visitorsToFind } from "./confidence.ts";
import { evaluateTest, forecastTest, type VariantFigures } from "./results.ts";

const variant = (label: string, visitors: number, submissions: number, more: Partial<VariantFigures> = {}) => ({
  version: label.charCodeAt(0) - 64,
  label,
  weight: 50,
  visitors,
  submissions,
  qualified: 0,
  booked: 0,
  won: 0,
  revenueCents: 0,
  revenueSquares: 0,
  ...more,
});
const said = (all: VariantFigures[], perDay = 140, goal: "submission" | "revenue" = "submission") =>
  testConclusion(evaluateTest(all, goal), goal, forecastTest(all, goal, perDay));

describe("With a look every day for four weeks", () => {
  const daily = { tests: 400, days: 28, visitorsPerDay: 143 };

  test("equal variants seldom have a winner, whatever the goal and the number of variants", () => {
    for (const rates of [
      [0.1, 0.1],
      [0.2, 0.2],
      [0.1, 0.1, 0.1, 0.1],
    ])
      expect(simulateTests({ ...daily, rates }).winners).toBeLessThanOrEqual(0.05);
    const money = { goal: "revenue", value: skewedValue } as const;
    expect(simulateTests({ ...daily, visitorsPerDay: 700, rates: [0.03, 0.03], ...money }).winners).toBeLessThanOrEqual(
      0.05,
    );
  });

  test("a real lift is found, and the wrong variant hardly ever wins", () => {
    const { winners, ofBest } = simulateTests({ ...daily, rates: [0.2, 0.26] });
    expect(ofBest).toBeGreaterThanOrEqual(0.8);
    expect(winners - ofBest).toBeLessThanOrEqual(0.01);
    expect(simulateTests({ ...daily, rates: [0.26, 0.2] }).ofBest).toBeGreaterThanOrEqual(0.8);
  });

  test("the forecast's number of visitors finds the lift in about four of five tests", () => {
    const visitors = visitorsToFind(rateSample(1e9, 0.15e9), 0.3) ?? 0;
    const { ofBest } = simulateTests({
      ...daily,
      visitorsPerDay: Math.ceil((2 * visitors) / 28),
      rates: [0.15, 0.195],
    });
    expect(ofBest).toBeGreaterThan(0.75);
    expect(ofBest).toBeLessThan(0.9);
  });
});

describe("The confidence sequence", () => {
  test("is tightest near 2,000 visitors a variant and always wider than an interval for one look", () => {
    const sizes = Array.from({ length: 60 }, (_, at) => Math.round(50 * 1.15 ** at));
    const tightest = sizes.toSorted((one, other) => boundary(one, 0.05) - boundary(other, 0.05))[0] ?? 0;
    expect(tightest).toBeGreaterThan(1_500);
    expect(tightest).toBeLessThan(2_700);
    for (const size of sizes) expect(boundary(size, 0.05)).toBeGreaterThan(1.96);
  });

  test("changes its sign with the order of the variants, and narrows with visitors", () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round += 1) {
      const visitors = 10 + Math.floor(5_000 * random());
      const [one, other] = [0, 0].map(() => rateSample(visitors, Math.floor(visitors * random()))) as [
        ReturnType<typeof rateSample>,
        ReturnType<typeof rateSample>,
      ];
      const there = confidenceSequence(one, other);
      const back = confidenceSequence(other, one);
      expect(there.low).toBeCloseTo(-back.high, 12);
      expect(there.low).toBeLessThan(there.difference);
      const wide = there.high - there.low;
      const more = confidenceSequence({ ...one, visitors: 4 * visitors }, { ...other, visitors: 4 * visitors });
      expect(more.high - more.low).toBeLessThan(wide);
    }
  });

  test("says nothing without visitors", () => {
    expect(confidenceSequence(rateSample(0, 0), rateSample(10, 5)).low).toBe(Number.NEGATIVE_INFINITY);
    expect(evaluateTest([variant("A", 0, 0), variant("B", 0, 0)], "submission").verdict.kind).toBe("open");
    expect(evaluateTest([], "submission").verdict.kind).toBe("open");
  });
});

describe("A split that chance does not explain", () => {
  test("is noticed for each number of variants, and chance is not", () => {
    const random = seededRandom(3);
    for (let count = 2; count <= 5; count += 1) {
      const fair = Array.from({ length: count }, () => ({ visitors: 0, weight: 100 / count }));
      for (let visitor = 0; visitor < 5_000; visitor += 1) {
        const hit = fair[Math.floor(random() * count)];
        if (hit) hit.visitors += 1;
      }
      expect(hasRatioMismatch(fair)).toBe(false);
      expect(
        hasRatioMismatch(fair.map((each, at) => ({ ...each, visitors: each.visitors + (at === 1 ? 600 : 0) }))),
      ).toBe(true);
    }
  });

  test("follows the weights, and needs more than a few visitors", () => {
    expect(
      hasRatioMismatch([
        { visitors: 900, weight: 90 },
        { visitors: 100, weight: 10 },
      ]),
    ).toBe(false);
    expect(
      hasRatioMismatch([
        { visitors: 500, weight: 90 },
        { visitors: 500, weight: 10 },
      ]),
    ).toBe(true);
    expect(
      hasRatioMismatch([
        { visitors: 8, weight: 50 },
        { visitors: 0, weight: 50 },
      ]),
    ).toBe(false);
  });

  test("and more submissions than visitors stop every conclusion", () => {
    const flooded = [variant("A", 2_000, 200), variant("B", 3_000, 900)];
    expect(evaluateTest(flooded, "submission")).toMatchObject({ flags: ["ratio"], verdict: { kind: "flagged" } });
    const sent = [variant("A", 1_000, 100), variant("B", 1_000, 1_001)];
    expect(evaluateTest(sent, "submission").flags).toEqual(["more_than_visitors"]);
    expect(said(sent)).toBe("These figures can't be trusted, so nothing can be concluded.");
  });
});

describe("The conclusion in words", () => {
  test("names a winner, or the control, with the interval", () => {
    expect(said([variant("A", 2_000, 240), variant("B", 2_010, 340)])).toBe(
      "B brings 41% more submissions than A (between 13% and 69%). You can stop the test.",
    );
    expect(said([variant("A", 2_000, 340), variant("B", 2_010, 240)])).toBe(
      "B brings 30% fewer submissions than A (between 10% and 50% fewer). You can stop the test.",
    );
    const three = [variant("A", 2_000, 400), variant("B", 2_010, 240), variant("C", 1_990, 250)];
    expect(said(three)).toBe("A brings more submissions than every other variant. You can stop the test.");
  });

  test("waits for enough goals, and says how long", () => {
    expect(said([variant("A", 40, 1), variant("B", 40, 15)])).toMatch(/^No conclusion yet\./);
    expect(said([variant("A", 1_000, 150), variant("B", 1_010, 160)])).toBe(
      "No conclusion yet. At the current traffic, it will take about 53 days to see a lift of 20%.",
    );
    expect(said([variant("A", 100, 2), variant("B", 100, 3)], 10)).toBe(
      "No conclusion yet. At the current traffic, it will take longer than a year.",
    );
    expect(said([variant("A", 0, 0), variant("B", 0, 0)], 0)).toBe(
      "No conclusion yet. There are too few visitors so far to say how long it will take.",
    );
  });

  test("compares revenue for each visitor", () => {
    const money = (label: string, won: number, cents: number) =>
      variant(label, 3_000, won, { won, revenueCents: won * cents, revenueSquares: won * cents * cents });
    expect(said([money("A", 150, 100_000), money("B", 260, 100_000)], 200, "revenue")).toMatch(
      /^B brings 73% more revenue than A \(between \d+% and \d+%\)\. You can stop the test\.$/,
    );
    expect(said([money("A", 10, 100_000), money("B", 40, 100_000)], 200, "revenue")).toMatch(/^No conclusion yet/);
  });
});
