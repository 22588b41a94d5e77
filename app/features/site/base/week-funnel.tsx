import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { baseFunnel } from "~/content/tier-pages/base.ts";
import site from "../site.module.css";
import styles from "./week-funnel.module.css";

const widest = baseFunnel[0].count;

const share = (count: number) => ({ "--share": `${((count / widest) * 100).toFixed(1)}%` }) as CSSProperties;

/** A week as a funnel in five columns: what remains, what drops out, and who does the step. */
export function WeekFunnel() {
  return (
    <ol className={styles.funnel}>
      {baseFunnel.map(({ stage, count, who, how }, index) => {
        const before = baseFunnel[index - 1]?.count ?? count;
        return (
          <li key={stage}>
            <div className={styles.bar} aria-hidden="true">
              <i className={styles.before} style={share(before - count)} />
              <i className={styles.left} style={share(count)} />
            </div>
            <h3>
              <span className={clsx(site.figure, styles.figure)}>{count}</span> {stage}
            </h3>
            <p className={styles.who}>{who}</p>
            <p>{how}</p>
          </li>
        );
      })}
    </ol>
  );
}
