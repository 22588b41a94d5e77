import { report } from "~/content/sample-report.ts";
import site from "../site.module.css";
import styles from "./base-drawings.module.css";

const dearest = Math.max(...report.ads.map(({ dollars }) => dollars));

/** What a booked call cost, by source, as dots on one scale: the cheapest is the one to feed. */
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
