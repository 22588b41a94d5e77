import { clsx } from "clsx";
import { followUp } from "~/content/sample-report.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./monday-report.module.css";

/** The five touches of the follow-up, drawn as the product lists them. */
export function FollowUpView() {
  return (
    <div
      className={clsx(panel.panel, styles.followUp)}
      role="img"
      aria-label="A follow-up of five touches over six days, ended by any reply"
    >
      <div className={panel.bar}>
        <b>Follow-up, no reply yet</b>
        <span className={panel.end}>5 touches</span>
      </div>
      <div className={styles.touches}>
        {followUp.map(({ at, by, words, stop }) => (
          <p key={at} className={stop ? styles.touchStop : undefined}>
            <span className={site.num}>{at}</span>
            <b>{by}</b>
            <span>{words}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
