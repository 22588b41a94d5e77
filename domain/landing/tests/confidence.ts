/**
 * Statistics for tests that people look at every day. An ordinary confidence interval is valid for one look, planned beforehand.
 * Whoever looks daily and stops at the first significant result is wrong far more often than the 5% it promises. A confidence
 * sequence holds for all looks together.
 *
 * Sources:
 * - Robbins, "Statistical methods related to the law of the iterated logarithm", Ann. Math. Stat. 1970: the normal mixture.
 * - Howard, Ramdas, McAuliffe, Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Stat. 2021: its tuning.
 * - Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", Ann.
 *   Stat. 2024: that it holds with estimated variances, as the ordinary interval does.
 * - Johari, Koomen, Pekelis, Walsh, "Always valid inference: continuous monitoring of A/B tests", Oper. Res. 2022: its use here.
 */

/** The probability that a test without a difference ever names a winner. */
export const ERROR_RATE = 0.05;

/** Visitors of each variant at which the sequence is tightest. */
const TUNED_FOR = 2_000;
/**
 * The mixture's precision at that size. The boundary (1 + 1/x)(ln(1 + x) - 2 ln 0.05) is lowest near x = 8, where it is 3.03
 * standard errors.
 */
const PRECISION = 8;

/** The mean of a goal for each visitor, the variance of one visitor, and the number of visitors. */
export type Sample = { visitors: number; mean: number; variance: number };
/** A difference to the control, with the bounds of its confidence sequence. */
export type Interval = { difference: number; low: number; high: number };

/** A goal that a visitor reaches or not. The variance of a rate of 0 or 1 would be 0, so one success and one failure are added. */
export function rateSample(visitors: number, reached: number): Sample {
  const smoothed = (reached + 1) / (visitors + 2);
  const mean = visitors > 0 ? reached / visitors : 0;
  return { visitors, mean, variance: smoothed * (1 - smoothed) };
}

/** Money for each visitor, from the sum of the values of won leads and the sum of their squares. */
export function moneySample(visitors: number, sum: number, squares: number): Sample {
  if (visitors === 0) return { visitors, mean: 0, variance: 0 };
  const mean = sum / visitors;
  return { visitors, mean, variance: Math.max(0, squares / visitors - mean * mean) };
}

/** The width of the sequence in standard errors. `visitors` is the harmonic mean of the two variants' visitors. */
export function boundary(visitors: number, errorRate: number): number {
  const x = (PRECISION * visitors) / TUNED_FOR;
  return Math.sqrt((1 + 1 / x) * (Math.log1p(x) - 2 * Math.log(errorRate)));
}

/** The variant's mean less the control's. Infinitely wide while one of them has no visitors. */
export function confidenceSequence(control: Sample, variant: Sample, errorRate = ERROR_RATE): Interval {
  const difference = variant.mean - control.mean;
  if (control.visitors === 0 || variant.visitors === 0)
    return { difference, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const harmonic = 2 / (1 / control.visitors + 1 / variant.visitors);
  const standardError = Math.sqrt(control.variance / control.visitors + variant.variance / variant.visitors);
  const radius = boundary(harmonic, errorRate) * standardError;
  return { difference, low: difference - radius, high: difference + radius };
}

/** The values that chi-square exceeds with p = 0.001, for 1 to 4 degrees of freedom. */
const CHI_SQUARE_LIMITS = [10.828, 13.816, 16.266, 18.467];
/** Below this, chi-square is no good approximation. */
const MIN_EXPECTED = 5;

/**
 * Whether visitors are not split according to the weights, which has other causes than chance (p < 0.001): bots that flood one
 * variant, or a variant that loses its visitors before they count. Fabijan et al., "Diagnosing sample ratio mismatch", KDD 2019.
 */
export function hasRatioMismatch(variants: readonly { visitors: number; weight: number }[]): boolean {
  const total = variants.reduce((sum, { visitors }) => sum + visitors, 0);
  const weights = variants.reduce((sum, { weight }) => sum + weight, 0);
  const expected = variants.map(({ weight }) => (total * weight) / weights);
  const limit = CHI_SQUARE_LIMITS[variants.length - 2];
  if (limit === undefined || Math.min(...expected) < MIN_EXPECTED) return false;
  const chiSquare = variants.reduce((sum, { visitors }, at) => {
    const planned = expected[at] ?? 0;
    return sum + (visitors - planned) ** 2 / planned;
  }, 0);
  return chiSquare > limit;
}

/** The power of a forecast: a real difference of this size is found in 4 of 5 tests by then. */
const POWER_QUANTILE = 0.8416;
const MAX_VISITORS = 1e9;

/** How many visitors each variant needs to find this lift in 4 of 5 tests. Null if no number of visitors is enough. */
export function visitorsToFind(control: Sample, lift: number, errorRate = ERROR_RATE, isRate = true): number | null {
  const difference = control.mean * lift;
  if (!(difference > 0)) return null;
  const raised = control.mean + difference;
  const other = isRate ? Math.max(0, raised * (1 - raised)) : control.variance * (1 + lift) ** 2;
  const isEnough = (visitors: number) =>
    (boundary(visitors, errorRate) + POWER_QUANTILE) * Math.sqrt((control.variance + other) / visitors) <= difference;
  let high = 16;
  while (!isEnough(high)) {
    high *= 2;
    if (high > MAX_VISITORS) return null;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
