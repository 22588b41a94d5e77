import { clsx } from "clsx";
import { proTests } from "~/content/tier-pages/pro.ts";
import site from "../site.module.css";
import styles from "./pro-drawings.module.css";

/** The scale of the drawing, in booked per hundred visitors. */
const LOW = 3;
const SPAN = 2.4;
const place = (rate: number) => `${(((rate - LOW) / SPAN) * 100).toFixed(1)}%`;

/** Four finished tests on one scale: from where the rate was to where the change took it. */
export function TestRecord() {
  return (
    <div className={styles.testRecord}>
      {proTests.map(({ what, before, after, kept }) => (
        <p key={what} className={kept ? styles.testKept : styles.testDropped}>
          <span>{what}</span>
          <span className={styles.testScale}>
            <i
              style={{
                insetInlineStart: place(Math.min(before, after)),
                inlineSize: `${((Math.abs(after - before) / SPAN) * 100).toFixed(1)}%`,
              }}
            />
            <b style={{ insetInlineStart: place(before) }} />
            <b className={styles.testAfter} style={{ insetInlineStart: place(after) }} />
          </span>
          <span className={clsx(site.num, styles.num)}>
            {after > before ? "+" : "−"}
            {Math.abs(after - before).toFixed(1)}
          </span>
          <span>{kept ? "kept" : "dropped"}</span>
        </p>
      ))}
      <p className={styles.testKey}>Booked of 100 visitors, from open to filled</p>
    </div>
  );
}
