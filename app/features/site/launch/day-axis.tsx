import { clsx } from "clsx";
import { launchMonth } from "~/content/tier-pages/launch.ts";
import site from "../site.module.css";
import styles from "./day-axis.module.css";

const DAYS = [1, 2, 3, 4, 5, 6, 7, 30];
/** Text spans the columns of its days. */
const COLUMNS: Record<number, string> = { 2: "2 / span 2", 4: "4 / span 2", 7: "7" };

/** The first month as large figures on a line: the important week day by day, then day 30. */
export function DayAxis() {
  return (
    <div className={styles.axis}>
      <p className={styles.figures} aria-hidden="true">
        {DAYS.map((day) => (
          <span key={day} className={clsx(site.figure, day === 4 && styles.live)}>
            {day}
          </span>
        ))}
      </p>
      <ol>
        {launchMonth.map(({ day, label, title, text }) => (
          <li key={day} style={{ gridColumn: COLUMNS[day] }} className={day === 4 ? styles.goLive : undefined}>
            <span className={site.num}>{label}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
