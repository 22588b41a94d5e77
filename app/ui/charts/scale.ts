/** Round numbers from 0 to at least the largest value, about `count` of them. */
export function niceTicks(largest: number, count = 4): number[] {
  const rough = Math.max(largest, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power, 1);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / whole) + 1 }, (_, at) => at * whole);
}
