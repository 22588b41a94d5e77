import type { Interval } from "../../../../domain/landing/tests/confidence.ts";

const HEIGHT = 20;
/** The range of the chart reaches beyond the widest interval, so that its ends are visible. */
const MARGIN = 1.1;
/** How far the chart of all intervals reaches on both sides of "no difference". */
export function reachOf(intervals: readonly Interval[]): number {
  const widest = Math.max(0.1, ...intervals.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  return widest * MARGIN;
}

/** An interval around its difference; the line in the middle is "no difference". The table has the same in words. */
export function IntervalChart({ interval, reach }: { interval: Interval; reach: number }) {
  const x = (value: number) => 50 + (50 * Math.max(-reach, Math.min(reach, value))) / reach;
  const tone = interval.low > 0 ? "var(--ok-dot)" : interval.high < 0 ? "var(--bad-dot)" : "var(--ink-3)";
  return (
    <svg aria-hidden="true" width="100%" height={HEIGHT} className="block max-w-64">
      <line x1="50%" x2="50%" y1={0} y2={HEIGHT} stroke="var(--line-strong)" strokeDasharray="2 2" />
      <line
        x1={`${x(interval.low)}%`}
        x2={`${x(interval.high)}%`}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
        stroke={tone}
        strokeWidth={3}
        strokeLinecap="round"
      />
      <circle
        cx={`${x(interval.difference)}%`}
        cy={HEIGHT / 2}
        r={4.5}
        fill={tone}
        stroke="var(--surface)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
