import { clsx } from "clsx";
import { ladder } from "~/content/services/growth-optimization.ts";
import panel from "../panel.module.css";
import styles from "./test-ladder.module.css";

const LOWEST = 1;
const HIGHEST = 6;
const TICKS = [1, 2, 3, 4, 5, 6];

/** The position of a rate between the rails, in percent of their distance. */
const place = (percent: number) => Math.round(((percent - LOWEST) / (HIGHEST - LOWEST)) * 1000) / 10;

/** The tests of a page as a ladder, newest first: what each tried, and whether the rate went up. */
export function TestLadder() {
  return (
    <div
      className={clsx(panel.panel, "on-paper")}
      role="img"
      aria-label={`Seven tests, oldest first: ${ladder.map(({ test, from, tried, result }) => `${test}, ${from}% to ${tried}%, ${result}`).join("; ")}`}
    >
      <div className={panel.bar}>
        <b>Tests on one page</b>
        <span className={panel.end}>Visitors who book</span>
      </div>
      <p className={styles.scale}>
        <span className={styles.rails}>
          {TICKS.map((percent) => (
            <span key={percent} style={{ insetInlineStart: `${place(percent)}%` }}>
              {percent}%
            </span>
          ))}
        </span>
      </p>
      {ladder.toReversed().map(({ test, from, tried, visitors, result }) => (
        <div key={test} className={clsx(styles.rung, styles[result])}>
          <p>
            <b>{test}</b>
            <span>{visitors}</span>
          </p>
          <p className={styles.rails}>
            <i
              className={styles.step}
              style={{
                insetInlineStart: `${place(Math.min(from, tried))}%`,
                inlineSize: `${Math.round(Math.abs(place(tried) - place(from)) * 10) / 10}%`,
              }}
            />
            <i className={styles.rail} style={{ insetInlineStart: `${place(from)}%` }} />
            {result === "kept" ? (
              <i className={styles.railUp} style={{ insetInlineStart: `${place(tried)}%` }} />
            ) : null}
            <i className={styles.from} style={{ insetInlineStart: `${place(from)}%` }} />
            <i className={styles.tried} style={{ insetInlineStart: `${place(tried)}%` }} />
          </p>
          <p className={styles.verdict}>
            <span>
              {from}% to {tried}%
            </span>
            <b>{result}</b>
          </p>
        </div>
      ))}
    </div>
  );
}
