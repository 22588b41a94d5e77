import { rateSample, visitorsToFind } from "../domain/landing/tests/confidence.ts";
import { simulateTests, skewedValue } from "../tests/support/simulated-tests.ts";
import { atLeast, atMost, type Measurement } from "./measurement.ts";

const TESTS = 2_000;
const DAYS = 28;
/** 2,000 visitors for each of two variants in four weeks. */
const VISITORS_PER_DAY = Math.ceil(4_000 / DAYS);
const BASE_RATES = [0.05, 0.1, 0.15, 0.2];
const LIFT = 0.3;

/** How often tests of landing pages name a winner: without a difference, and with a real one. */
export async function measureLandingTests(): Promise<Measurement[]> {
  return [...measureFalseWinners(), ...measurePower()];
}

function measureFalseWinners(): Measurement[] {
  const daily = `${TESTS} tests, a look each day for ${DAYS} days`;
  const cases = [
    { what: "A/A, 5%", visitorsPerDay: VISITORS_PER_DAY, rates: [0.05, 0.05] },
    { what: "A/A, 10%", visitorsPerDay: VISITORS_PER_DAY, rates: [0.1, 0.1] },
    { what: "A/A, 20%", visitorsPerDay: VISITORS_PER_DAY, rates: [0.2, 0.2] },
    { what: "A/A, 1%, ten times the visitors", visitorsPerDay: 10 * VISITORS_PER_DAY, rates: [0.01, 0.01] },
    { what: "A/A/A/A/A, 10%", visitorsPerDay: 2.5 * VISITORS_PER_DAY, rates: [0.1, 0.1, 0.1, 0.1, 0.1] },
  ];
  const rates = cases.map(({ what, ...given }) => {
    const { winners, flagged } = simulateTests({ tests: TESTS, days: DAYS, ...given });
    return atMost(
      `false winners, ${what}`,
      100 * winners,
      5,
      "%",
      `${daily}; ${(100 * flagged).toFixed(2)}% flagged for their split`,
    );
  });
  const money = simulateTests({
    tests: TESTS,
    days: DAYS,
    visitorsPerDay: 5 * VISITORS_PER_DAY,
    rates: [0.03, 0.03],
    goal: "revenue",
    value: skewedValue,
  });
  return [...rates, atMost("false winners, A/A, revenue, 3% won", 100 * money.winners, 5, "%", daily)];
}

function measurePower(): Measurement[] {
  return BASE_RATES.map((rate) => {
    const given = { tests: TESTS, days: DAYS, visitorsPerDay: VISITORS_PER_DAY, rates: [rate, rate * (1 + LIFT)] };
    const { ofBest } = simulateTests(given);
    const needed = visitorsToFind(rateSample(1e9, rate * 1e9), LIFT);
    const note = `2,000 visitors a variant, daily looks; 80% take ${needed?.toLocaleString("en-US")}`;
    return atLeast(`a real lift of 30% found, base rate ${100 * rate}%`, 100 * ofBest, 80, "%", note);
  });
}
