import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomDays, SPARKLINE, sparklinePoints } from "./sparkline.ts";

const base = fc.integer({ min: 0, max: 100_000 });
const range = fc.integer({ min: 0, max: 100_000 });
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("The sparkline of the demo metrics (spec §9: 14 points, 280x80)", () => {
  it("has 14 integers between base and base + range, for any random numbers", () => {
    fc.assert(
      fc.property(base, range, share, (from, span, chance) => {
        const days = randomDays(from, span, () => chance);
        expect(days).toHaveLength(14);
        for (const day of days) {
          expect(Number.isInteger(day)).toBe(true);
          expect(day).toBeGreaterThanOrEqual(from);
          expect(day).toBeLessThanOrEqual(from + span);
        }
      }),
    );
  });

  it("draws every point inside the chart, in order of days, with more leads higher", () => {
    fc.assert(
      fc.property(base, range, fc.array(share, { minLength: 14, maxLength: 14 }), (from, span, chances) => {
        const rest = [...chances];
        const days = randomDays(from, span, () => rest.shift() ?? 0);
        const points = sparklinePoints(days, from, span);
        points.forEach(([x, y], index) => {
          expect(x).toBeGreaterThan(points[index - 1]?.[0] ?? -1);
          expect(x).toBeLessThanOrEqual(SPARKLINE.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(SPARKLINE.height);
        });
        const highest = points[days.indexOf(Math.max(...days))]?.[1];
        expect(highest).toBe(Math.min(...points.map(([, y]) => y)));
      }),
    );
  });
});
