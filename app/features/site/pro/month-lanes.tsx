import { clsx } from "clsx";
import { proMonth } from "~/content/tier-pages/pro.ts";
import styles from "./month-lanes.module.css";

const WEEKS = ["Week 1", "Week 2", "Week 3", "Week 4"];

/** Who does what in a month, on lanes of twenty working days. */
export function MonthLanes() {
  return (
    <div className={styles.lanes}>
      <p className={clsx(styles.lane, styles.head)} aria-hidden="true">
        <span>Task and owner</span>
        <span className={styles.weeks}>
          {WEEKS.map((week) => (
            <span key={week}>{week}</span>
          ))}
        </span>
      </p>
      <ul>
        {proMonth.map(({ what, who, blocks }) => (
          <li key={what} className={styles.lane}>
            <div>
              <h3>{what}</h3>
              <p>{who}</p>
            </div>
            <p className={styles.blocks}>
              {blocks.map((block) => (
                <span
                  key={block.from}
                  className={clsx(styles.block, "tone" in block && styles[block.tone])}
                  style={{ gridColumn: `${block.from} / span ${block.days}` }}
                >
                  {block.text}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
