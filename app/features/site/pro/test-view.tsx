import { clsx } from "clsx";
import { proTest } from "~/content/tier-pages/pro.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./test-view.module.css";

/** An A/B test on its tenth day: two versions, their samples, and the deciding line. */
export function TestView() {
  const { name, day, client, versions, verdict, decision } = proTest;
  return (
    <div
      className={panel.panel}
      role="img"
      aria-label="An A/B test: version B books 5.6 percent of its visitors, version A 4.1 percent"
    >
      <div className={panel.bar}>
        <b>{name}</b>
        <span>{day}</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.versions}>
        {versions.map(({ letter, from, headline, text, button, sample, rate }) => (
          <div key={letter} className={clsx(styles.version, letter === "B" && styles.second)}>
            <p className={styles.versionName}>
              <i />
              <b>{letter}</b> {from}
            </p>
            <div className={styles.versionPage}>
              <b>{headline}</b>
              <p>{text}</p>
              <span>{button}</span>
            </div>
            <p className={styles.versionRate}>
              {sample}
              <b className={clsx(site.figure, styles.figure)}>{rate}</b>
            </p>
          </div>
        ))}
      </div>
      <RateLines />
      <p className={styles.verdict}>
        {verdict}
        <span className={styles.when}>{decision}</span>
      </p>
    </div>
  );
}

/** The axis of the chart, in percent. */
const LOW = 2;
const HIGH = 6;
const FLOOR = 104;
const HEIGHT = 96;

const y = (rate: number) => Math.round((FLOOR - ((rate - LOW) / (HIGH - LOW)) * HEIGHT) * 10) / 10;
const line = (rates: readonly number[]) => rates.map((rate, day) => `${6 + day * 50},${y(rate)}`).join(" ");

/** The daily booking rate of both versions. */
function RateLines() {
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
        May 5
      </text>
      <text x="456" y="126" textAnchor="end">
        May 14
      </text>
    </svg>
  );
}
