import { clsx } from "clsx";
import { samplePlan } from "~/content/tier-pages/consulting.ts";
import site from "../site.module.css";
import styles from "./plan-sheet.module.css";

const WIDTH = 440;
const HEIGHT = 96;
const GOAL_MINUTES = 5;
const { trail } = samplePlan;
const slowest = Math.max(...trail);

const y = (minutes: number) => Math.round(HEIGHT - (minutes / slowest) * (HEIGHT - 18));
const x = (week: number) => Math.round((week * WIDTH) / trail.length) + 6;

/** A one-page operating plan: goal, number, tests, and exclusions. */
export function PlanSheet({ className }: { className?: string | undefined }) {
  const { client, period, aim, number, tests, not } = samplePlan;
  return (
    <div
      className={clsx(styles.sheet, "on-paper", className)}
      role="img"
      aria-label="An operating plan on one page: speed-to-lead went from 31 to 4 minutes in seven weeks of tests"
    >
      <p className={styles.head}>
        <b>Operating plan</b>
        <span>
          {client}, {period}
        </span>
      </p>
      <p className={styles.aim}>{aim}</p>
      <div className={styles.number}>
        <p>
          {number}, minutes by week
          <span>
            Goal: under <span className={site.num}>{GOAL_MINUTES}</span>
          </span>
        </p>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`} aria-hidden="true">
          <path className={styles.goal} d={`M0 ${y(GOAL_MINUTES)}.5H${WIDTH}`} />
          <polyline points={trail.map((minutes, week) => `${x(week)},${y(minutes)}`).join(" ")} />
          {trail.map((minutes, week) => (
            <g key={minutes} className={week === trail.length - 1 ? styles.now : undefined}>
              <circle cx={x(week)} cy={y(minutes)} r={week === trail.length - 1 ? 5 : 3} />
              <text x={x(week)} y={HEIGHT + 20} textAnchor="middle">
                {week + 1}
              </text>
            </g>
          ))}
          <text className={styles.first} x={x(0) + 10} y={y(slowest) - 4}>
            {slowest}
          </text>
          <text className={styles.last} x={x(trail.length - 1) + 14} y={y(trail[trail.length - 1] ?? 0) - 6}>
            {trail[trail.length - 1]}
          </text>
        </svg>
      </div>
      <ul className={styles.tests}>
        {tests.map(({ week, what, result, ...test }) => (
          <li key={week} className={"hot" in test ? styles.running : undefined}>
            <span className={site.num}>{week}</span>
            <b>{what}</b>
            <span>{result}</span>
          </li>
        ))}
      </ul>
      <p className={styles.not}>{not}</p>
    </div>
  );
}
