import { proTest } from "~/content/tier-pages/pro.ts";
import styles from "./test-view.module.css";

/** The axis of the chart, in percent. */
const LOW = 2;
const HIGH = 6;
const FLOOR = 104;
const HEIGHT = 96;

const y = (rate: number) => Math.round((FLOOR - ((rate - LOW) / (HIGH - LOW)) * HEIGHT) * 10) / 10;
const line = (rates: readonly number[]) => rates.map((rate, day) => `${6 + day * 50},${y(rate)}`).join(" ");

/** Booked of visitors, day by day, for both versions. */
export function RateLines() {
  const { a, b } = proTest.rates;
  return (
    <svg className={styles.rateLines} viewBox="0 0 520 130" aria-hidden="true">
      {[2, 4, 6].map((rate) => (
        <g key={rate}>
          <path className={styles.rateGrid} d={`M0 ${y(rate) + 0.5}h470`} />
          <text x="520" y={y(rate) + 4} textAnchor="end">
            {rate}%
          </text>
        </g>
      ))}
      <polyline className={styles.rateA} points={line(a)} />
      <polyline className={styles.rateB} points={line(b)} />
      <circle cx="456" cy={y(b[b.length - 1] ?? 0)} r="3.5" />
      <text x="6" y="126">
        5 May
      </text>
      <text x="456" y="126" textAnchor="end">
        14 May
      </text>
    </svg>
  );
}
