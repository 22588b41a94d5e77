import {
  confidenceSequence,
  ERROR_RATE,
  hasRatioMismatch,
  type Interval,
  moneySample,
  rateSample,
  type Sample,
  visitorsToFind,
} from "./confidence.ts";

export const TEST_GOALS = ["submission", "qualified", "booked", "won", "revenue"] as const;
export type TestGoal = (typeof TEST_GOALS)[number];

/** The figures of one variant since the test began. Leads count once for each variant. */
export type VariantFigures = {
  version: number;
  label: string;
  /** A whole percentage. */
  weight: number;
  visitors: number;
  submissions: number;
  qualified: number;
  booked: number;
  won: number;
  revenueCents: number;
  /** The sum of the squared values of won leads, for the variance. */
  revenueSquares: number;
};

export type TestFlag = "ratio" | "more_than_visitors";

/** A variant and what may be said about it. The control has no interval. */
export type VariantResult = VariantFigures & { reached: number; mean: number; interval: Interval | null };

export type Verdict =
  | { kind: "flagged"; flags: TestFlag[] }
  /** Nothing can be said yet. */
  | { kind: "open" }
  /** A variant is better than the control. */
  | { kind: "winner"; version: number }
  /** Every variant is worse than the control. */
  | { kind: "control"; version: number };

export type TestResults = { variants: VariantResult[]; flags: TestFlag[]; verdict: Verdict };

/**
 * The sequence is exact only for many goals (asymptotic). Before a control and a variant reach this many together, no winner is
 * declared. Values of won leads differ much more than rates do.
 */
const MIN_REACHED: Record<TestGoal, number> = {
  submission: 20,
  qualified: 20,
  booked: 20,
  won: 20,
  revenue: 60,
};
const MIN_VISITORS = 100;

/** How many leads of a variant reached the goal. */
function reachedOf(figures: VariantFigures, goal: TestGoal): number {
  const counts = {
    submission: figures.submissions,
    qualified: figures.qualified,
    booked: figures.booked,
    won: figures.won,
    revenue: figures.won,
  };
  return counts[goal];
}

function sampleOf(figures: VariantFigures, goal: TestGoal): Sample {
  return goal === "revenue"
    ? moneySample(figures.visitors, figures.revenueCents, figures.revenueSquares)
    : rateSample(figures.visitors, reachedOf(figures, goal));
}

/** The error rate of one comparison. All comparisons of a test share it (Bonferroni). */
const errorRateOf = (variants: number) => ERROR_RATE / Math.max(1, variants - 1);

/** Evaluates a test. The first variant is the control. */
export function evaluateTest(all: readonly VariantFigures[], goal: TestGoal): TestResults {
  const [control, ...others] = all;
  if (!control) return { variants: [], flags: [], verdict: { kind: "open" } };
  const base = sampleOf(control, goal);
  const errorRate = errorRateOf(all.length);
  const variants = all.map((figures): VariantResult => {
    const sample = sampleOf(figures, goal);
    const interval = figures === control ? null : confidenceSequence(base, sample, errorRate);
    return { ...figures, reached: reachedOf(figures, goal), mean: sample.mean, interval };
  });
  const flags: TestFlag[] = [];
  if (hasRatioMismatch(all)) flags.push("ratio");
  if (all.some(({ submissions, visitors }) => submissions > visitors)) flags.push("more_than_visitors");
  if (flags.length > 0) return { variants, flags, verdict: { kind: "flagged", flags } };
  const hasEnough = ({ visitors, reached }: VariantResult) =>
    Math.min(visitors, control.visitors) >= MIN_VISITORS && reached + reachedOf(control, goal) >= MIN_REACHED[goal];
  const better = variants.filter((each) => each.interval && hasEnough(each) && each.interval.low > 0);
  const best = better.toSorted((one, other) => other.mean - one.mean)[0];
  if (best) return { variants, flags, verdict: { kind: "winner", version: best.version } };
  const worse = variants.filter((each) => each.interval && hasEnough(each) && each.interval.high < 0);
  const isControlBest = others.length > 0 && worse.length === others.length;
  return { variants, flags, verdict: isControlBest ? { kind: "control", version: control.version } : { kind: "open" } };
}

const FORECAST_LIFTS = [0.1, 0.2, 0.3] as const;

/** Days until a lift of this size would be found in 4 of 5 tests: Infinity beyond a year, null while no one can say. */
export type Forecast = { lift: number; days: number | null };

const MAX_DAYS = 365;

/** Days to go at the present traffic, which is the whole test's visitors per day. */
export function forecastTest(all: readonly VariantFigures[], goal: TestGoal, visitorsPerDay: number): Forecast[] {
  const [control, ...others] = all;
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  return FORECAST_LIFTS.map((lift) => {
    if (!control || others.length === 0 || !(visitorsPerDay > 0)) return { lift, days: null };
    const needed = visitorsToFind(sampleOf(control, goal), lift, errorRateOf(all.length), goal !== "revenue");
    if (needed === null) return { lift, days: null };
    // The variant that takes longest decides.
    const days = all.map(
      ({ visitors, weight }) => Math.max(0, needed - visitors) / ((visitorsPerDay * weight) / total),
    );
    const longest = Math.ceil(Math.max(...days));
    return { lift, days: longest <= MAX_DAYS ? Math.max(1, longest) : Number.POSITIVE_INFINITY };
  });
}

/** An interval as shares of the control's mean; null without one. Nothing falls by more than 100%. */
export function relativeInterval(interval: Interval, controlMean: number): Interval | null {
  if (!(controlMean > 0)) return null;
  const share = (value: number) => Math.max(-1, value / controlMean);
  return { difference: share(interval.difference), low: share(interval.low), high: share(interval.high) };
}
