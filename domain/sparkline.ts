/** Spec §9: 14 points, on a chart of 280 × 80. */
export const SPARKLINE = { points: 14, width: 280, height: 80 } as const;

/** Space for the dot of the last day, which must not be cut off at an edge. */
const INSET = 5;

/** One value per day, from `base` to `base + range`. `random` gives numbers from 0 to 1, as Math.random does. */
export function randomDays(base: number, range: number, random: () => number = Math.random): number[] {
  return Array.from({ length: SPARKLINE.points }, () => base + Math.round(range * random()));
}

/**
 * The points of a line through these days. The lowest possible value is near the bottom of the chart, the highest at
 * the top.
 */
export function sparklinePoints(days: readonly number[], base: number, range: number): [x: number, y: number][] {
  const width = SPARKLINE.width - 2 * INSET;
  // The bottom is a fifth below the smallest value, so that no day looks like zero.
  const height = SPARKLINE.height * 0.8 - INSET;
  return days.map((value, day) => [
    Math.round(INSET + (day * width) / (SPARKLINE.points - 1)),
    Math.round(INSET + height * (1 - (range === 0 ? 0 : (value - base) / range))),
  ]);
}
