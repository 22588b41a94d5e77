import { formatPercent } from "../../format-count.ts";
import { confidenceSequence, ERROR_RATE, rateSample } from "./confidence.ts";

/** What the visits of a version were like. Not every browser measures the speed. */
export type GuardFigures = { visits: number; bounced: number; measured: number; fast: number };
export type GuardedVariant = { label: string; figures: GuardFigures };

/** How many steps of speed count as fast: the largest part of the first screen is there within 2.5 seconds. */
const FAST_STEPS = 2;

/** `speeds` counts visits by how soon the largest part of the first screen was there. */
export function guardFigures(
  sums: { visits: number; bounced: number; speeds: readonly number[] } | undefined,
): GuardFigures {
  const sum = (numbers: readonly number[]) => numbers.reduce((whole, each) => whole + each, 0);
  const { visits = 0, bounced = 0, speeds = [] } = sums ?? {};
  return { visits, bounced, measured: sum(speeds), fast: sum(speeds.slice(0, FAST_STEPS)) };
}

/** The shares that the screen shows; null without visits. */
export const guardShares = ({ visits, bounced, measured, fast }: GuardFigures) => ({
  bounced: visits > 0 ? bounced / visits : null,
  fast: measured > 0 ? fast / measured : null,
});

/**
 * What a variant makes worse than the control, the first of the list, in sentences. A variant that wins its goal may still drive
 * visitors away or be slow. The comparison may be looked at every day: in at most 5% of tests without any difference, one of these
 * sentences ever appears.
 */
export function guardWarnings([control, ...others]: readonly GuardedVariant[]): string[] {
  if (!control) return [];
  const errorRate = ERROR_RATE / Math.max(1, others.length * 2);
  const isWorse = (ours: [number, number], theirs: [number, number]) =>
    ours[0] > 0 && theirs[0] > 0 && confidenceSequence(rateSample(...theirs), rateSample(...ours), errorRate).low > 0;
  const before = guardShares(control.figures);
  return others.flatMap(({ label, figures }) => {
    const now = guardShares(figures);
    const leaves = isWorse([figures.visits, figures.bounced], [control.figures.visits, control.figures.bounced]);
    const isSlow = isWorse(
      [figures.measured, figures.measured - figures.fast],
      [control.figures.measured, control.figures.measured - control.figures.fast],
    );
    return [
      leaves &&
        `More visitors leave ${label} right away: ${formatPercent(now.bounced ?? 0)}, compared with ${formatPercent(before.bounced ?? 0)} for ${control.label}.`,
      isSlow &&
        `${label} is slower: ${formatPercent(now.fast ?? 0)} of its visitors see it within 2.5 seconds, compared with ${formatPercent(before.fast ?? 0)} for ${control.label}.`,
    ].filter((text) => text !== false);
  });
}
