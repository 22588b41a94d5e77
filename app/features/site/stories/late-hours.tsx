import { lateAnswers } from "~/content/stories/story-figures.ts";
import { hourName } from "../hour-name.ts";
import styles from "./late-hours.module.css";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const HOURS = [0, 6, 12, 18];

/** When people waited too long: the hours of a week, darker for more people, before and after. */
export function LateHours() {
  return (
    <div className={styles.hours}>
      <HourGrid name="February" rows={lateAnswers.before} />
      <HourGrid name="June" rows={lateAnswers.after} />
      <p className={styles.key} aria-hidden="true">
        Late replies per hour of the week:
        {[1, 2, 3, 4].map((count) => (
          <span key={count} data-late={count}>
            {count}
          </span>
        ))}
      </p>
    </div>
  );
}

function HourGrid({ name, rows }: { name: string; rows: readonly string[] }) {
  const total = rows.reduce((sum, row) => sum + [...row].reduce((inRow, digit) => inRow + Number(digit), 0), 0);
  return (
    <div className={styles.grid}>
      <h3>
        {name} <span>{total} waited over 15 minutes</span>
      </h3>
      <div aria-hidden="true">
        {rows.map((row, index) => (
          <p key={DAYS[index]}>
            <span>{DAYS[index]}</span>
            {[...row].map((digit, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
              <i key={hour} data-late={digit === "0" ? undefined : digit} />
            ))}
          </p>
        ))}
        <p className={styles.scale}>
          {HOURS.map((hour) => (
            <span key={hour} style={{ gridColumn: `${hour + 2} / span 3` }}>
              {hourName(hour)}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}
