import site from "../site.module.css";
import styles from "./terms.module.css";

const DAYS = Array.from({ length: 30 }, (_, day) => day + 1);
/** Spec §9: not within 10 days before a new billing cycle. */
const CLOSED_FROM = 21;

/** A billing cycle of 30 days, day by day: when a cancellation still counts for this one. */
export function BillingCycle() {
  return (
    <figure className={styles.cycle}>
      <div
        role="img"
        aria-label="A cycle of 30 days: cancelled on days 1 to 20 it ends with this cycle, on days 21 to 30 with the next"
      >
        <ol>
          {DAYS.map((day) => (
            <li key={day} className={day >= CLOSED_FROM ? styles.dayClosed : undefined}>
              {day === 1 || day % 10 === 0 ? day : null}
            </li>
          ))}
        </ol>
        <p>
          <span>Day 1–20: ends with this cycle</span>
          <span>Last 10 days: ends with the next</span>
        </p>
      </div>
      <figcaption className={site.note}>
        A billing cycle of 30 days, and what a cancellation on each of them does.
      </figcaption>
    </figure>
  );
}
