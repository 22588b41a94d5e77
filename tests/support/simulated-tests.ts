import { evaluateTest, type TestGoal, type VariantFigures } from "../../domain/landing/tests/results.ts";

/** A random number generator with a seed (mulberry32), so that every run simulates the same tests. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Simulation = {
  tests: number;
  days: number;
  /** Visitors of the whole test each day. */
  visitorsPerDay: number;
  /** The share of visitors of each variant who reach the goal. The first is the control. */
  rates: readonly number[];
  goal?: TestGoal;
  /** The value of a won lead; only for revenue. */
  value?: (random: () => number) => number;
  seed?: number;
};

/** The share of tests that named a winner at any daily look, the variant that won, and the share that was ever flagged. */
export type Outcome = { winners: number; ofBest: number; flagged: number };

/** Simulates tests that someone looks at once a day and stops at the first winner. */
export function simulateTests(simulation: Simulation): Outcome {
  const random = seededRandom(simulation.seed ?? 1);
  const outcome = { winners: 0, ofBest: 0, flagged: 0 };
  const best = simulation.rates.indexOf(Math.max(...simulation.rates)) + 1;
  for (let test = 0; test < simulation.tests; test += 1) {
    const { winner, flagged } = simulateTest(simulation, random);
    if (winner) outcome.winners += 1;
    if (winner === best) outcome.ofBest += 1;
    if (flagged) outcome.flagged += 1;
  }
  const share = (count: number) => count / simulation.tests;
  return { winners: share(outcome.winners), ofBest: share(outcome.ofBest), flagged: share(outcome.flagged) };
}

function simulateTest({ days, visitorsPerDay, rates, goal = "submission", value }: Simulation, random: () => number) {
  const variants = rates.map((_, at) => emptyVariant(at + 1, 100 / rates.length));
  let flagged = false;
  for (let day = 0; day < days; day += 1) {
    for (let visitor = 0; visitor < visitorsPerDay; visitor += 1) {
      const at = Math.floor(random() * rates.length);
      const variant = variants[at] as VariantFigures;
      variant.visitors += 1;
      if (random() >= (rates[at] ?? 0)) continue;
      variant.submissions += 1;
      variant.won += 1;
      const cents = value?.(random) ?? 0;
      variant.revenueCents += cents;
      variant.revenueSquares += cents * cents;
    }
    const { verdict } = evaluateTest(variants, goal);
    if (verdict.kind === "flagged") flagged = true;
    if (verdict.kind === "winner" || verdict.kind === "control") return { winner: verdict.version, flagged };
  }
  return { winner: null, flagged };
}

function emptyVariant(version: number, weight: number): VariantFigures {
  const counts = { visitors: 0, submissions: 0, qualified: 0, booked: 0, won: 0, revenueCents: 0, revenueSquares: 0 };
  return { version, weight, label: String.fromCharCode(64 + version), ...counts };
}

/** The value of a won lead in cents: log-normal, so that a few are worth many times the median. */
export function skewedValue(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(150_000 * Math.exp(0.8 * normal));
}
