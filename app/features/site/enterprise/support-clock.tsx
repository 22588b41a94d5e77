import { clsx } from "clsx";
import site from "../site.module.css";
import styles from "./enterprise-drawings.module.css";

const HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17];

/** A business day: a question at 10:00, the latest answer four business hours later. */
export function SupportClock() {
  return (
    <div>
      <p className={styles.supportAsk}>
        You ask
        <span className={site.num}>10:00</span>
      </p>
      <p className={styles.supportWindow}>
        <span>4 business hours</span>
      </p>
      <p className={clsx(styles.supportHours, site.num)}>
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
      <p className={styles.supportLatest}>
        Answered by <span className={site.num}>14:00</span>
      </p>
    </div>
  );
}
