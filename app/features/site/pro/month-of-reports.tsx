import { clsx } from "clsx";
import styles from "./pro-drawings.module.css";

const WEEKS = [1, 2, 3, 4];
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];

/** Four reports and one call: a month as its working days. */
export function MonthOfReports() {
  return (
    <div className={styles.reportMonth}>
      {DAYS.map((day) => (
        <span key={day}>{day}</span>
      ))}
      {WEEKS.flatMap((week) =>
        DAYS.map((day) => {
          const what = day === "Mon" ? "Report" : week === 4 && day === "Thu" ? "Call" : "";
          return (
            <i
              key={`${week} ${day}`}
              className={clsx(
                styles.monthCell,
                what === "Report" && styles.monthReport,
                what === "Call" && styles.monthCall,
              )}
            >
              {what}
            </i>
          );
        }),
      )}
    </div>
  );
}
