import { samplePlan } from "~/content/tier-pages/consulting.ts";
import "./plan-sheet.css";

const WIDTH = 440;
const HEIGHT = 96;
const GOAL_MINUTES = 5;
const { trail } = samplePlan;
const slowest = Math.max(...trail);

const y = (minutes: number) => Math.round(HEIGHT - (minutes / slowest) * (HEIGHT - 18));
const x = (week: number) => Math.round((week * WIDTH) / trail.length) + 6;

/** An operating plan on one page: aim, number, tests, and what is left out. */
export function PlanSheet() {
  const { client, period, aim, number, tests, not } = samplePlan;
  return (
    <div
      className="plan-sheet on-paper"
      role="img"
      aria-label="An operating plan on one page: speed-to-lead went from 31 to 4 minutes in seven weeks of tests"
    >
      <p className="plan-head">
        <b>Operating plan</b>
        <span>
          {client}, {period}
        </span>
      </p>
      <p className="plan-aim">{aim}</p>
      <div className="plan-number">
        <p>
          {number}, minutes by week
          <span>
            Goal: under <span className="num">{GOAL_MINUTES}</span>
          </span>
        </p>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`} aria-hidden="true">
          <path className="plan-goal" d={`M0 ${y(GOAL_MINUTES)}.5H${WIDTH}`} />
          <polyline points={trail.map((minutes, week) => `${x(week)},${y(minutes)}`).join(" ")} />
          {trail.map((minutes, week) => (
            <g key={minutes} className={week === trail.length - 1 ? "plan-now" : undefined}>
              <circle cx={x(week)} cy={y(minutes)} r={week === trail.length - 1 ? 5 : 3} />
              <text x={x(week)} y={HEIGHT + 20} textAnchor="middle">
                {week + 1}
              </text>
            </g>
          ))}
          <text className="plan-first" x={x(0) + 10} y={y(slowest) - 4}>
            {slowest}
          </text>
          <text className="plan-last" x={x(trail.length - 1) + 14} y={y(trail[trail.length - 1] ?? 0) - 6}>
            {trail[trail.length - 1]}
          </text>
        </svg>
      </div>
      <ul className="plan-tests">
        {tests.map(({ week, what, result, ...test }) => (
          <li key={week} className={"hot" in test ? "plan-running" : undefined}>
            <span className="num">{week}</span>
            <b>{what}</b>
            <span>{result}</span>
          </li>
        ))}
      </ul>
      <p className="plan-not">{not}</p>
    </div>
  );
}
