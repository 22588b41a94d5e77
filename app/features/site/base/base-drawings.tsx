import { clsx } from "clsx";
import { report } from "~/content/sample-report.ts";
import { baseTouches } from "~/content/tier-pages/base.ts";
import site from "../site.module.css";
import styles from "./base-drawings.module.css";

const maximum = Math.max(...baseTouches.map(({ answers }) => answers));

/** How many of 42 leads answered after each touch, which is the reason for several touches. */
export function TouchBars() {
  return (
    <div className={styles.touchBars}>
      {baseTouches.map(({ at, by, answers }) => (
        <p key={at}>
          <b className={site.figure}>{answers}</b>
          <i style={{ blockSize: `${Math.round((answers / maximum) * 100)}%` }} />
          <span>{by}</span>
          <span className={clsx(site.num, styles.touchAt)}>{at}</span>
        </p>
      ))}
    </div>
  );
}

/** A rescheduled hour: the client answers the reminder, takes a new hour, and the old one is offered again. */
export function MovedHour() {
  return (
    <div className={styles.movedHour}>
      <p className={styles.movedText}>Is Thu 2:30 still good? Reply R to move it.</p>
      <p className={clsx(styles.movedText, styles.movedTheirs)}>R</p>
      <p className={clsx(styles.movedSlot, styles.movedFreed)}>
        <span className={site.num}>Thu 2:30</span>offered again
      </p>
      <p className={clsx(styles.movedSlot, styles.movedTaken)}>
        <span className={site.num}>Fri 11:00</span>kept
      </p>
    </div>
  );
}

const dearest = Math.max(...report.ads.map(({ dollars }) => dollars));

/** The cost of a booked call by source, as dots on one scale. The cheapest source deserves more budget. */
export function SourceCosts() {
  return (
    <div className={styles.sourceCosts}>
      <p>Cost per booked call</p>
      {report.ads.map((row) => (
        <p key={row.ad} className={"best" in row ? styles.sourceBest : undefined}>
          <span>{row.ad.split(",")[0]}</span>
          <i className={styles.sourceLine}>
            <b
              className={styles.sourceDot}
              style={{ insetInlineStart: `${Math.round((row.dollars / dearest) * 100)}%` }}
            />
          </i>
          <span className={site.num}>${row.dollars}</span>
        </p>
      ))}
    </div>
  );
}
