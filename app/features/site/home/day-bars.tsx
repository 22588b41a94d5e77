import styles from "./monday-report.module.css";

type Day = { day: string; leads: number; booked: number };

const UNIT = 17;
const FLOOR = 158;
const STEP = 38;

/** Leads and booked calls by day, two bars each. */
export function DayBars({ days }: { days: readonly Day[] }) {
  return (
    <svg className={styles.dayBars} viewBox="0 0 272 180" width="272" height="180" aria-hidden="true">
      <path className={styles.axisLine} d={`M0 ${FLOOR + 0.5}h272`} />
      {days.map(({ day, leads, booked }, index) => {
        const x = 8 + index * STEP;
        return (
          <g key={day}>
            <rect className={styles.barLeads} x={x} y={FLOOR - leads * UNIT} width="11" height={leads * UNIT} />
            <rect className={styles.barBooked} x={x + 13} y={FLOOR - booked * UNIT} width="11" height={booked * UNIT} />
            <text x={x + 12} y="174" textAnchor="middle">
              {day}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
