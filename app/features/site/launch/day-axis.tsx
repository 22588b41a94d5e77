import { launchMonth } from "~/content/tier-pages/launch.ts";
import "./day-axis.css";

const DAYS = [1, 2, 3, 4, 5, 6, 7, 30];

/** The first month as large figures on a line: the week that matters day by day, then day 30. */
export function DayAxis() {
  return (
    <div className="day-axis">
      <p className="day-figures" aria-hidden="true">
        {DAYS.map((day) => (
          <span key={day} className={`figure ${day === 4 ? "day-live" : ""}`}>
            {day}
          </span>
        ))}
      </p>
      <ol>
        {launchMonth.map(({ day, label, title, text }) => (
          <li key={day} className={`day-at-${day}`}>
            <span className="num">{label}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
