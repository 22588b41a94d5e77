import { clsx } from "clsx";
import { baseWeek } from "~/content/tier-pages/base.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./week-calendar.module.css";

const { title, client, hours, days, booked, note } = baseWeek;
const first = hours[0];

/** The grid's rows are half hours, after the row with the weekday names. */
const row = (hour: number) => Math.round((hour - first) * 2) + 2;

/** A fully booked week. The orange hour was just booked. */
export function WeekCalendar() {
  return (
    <div className={panel.panel} role="img" aria-label="A week’s calendar with 13 booked calls across five days">
      <div className={panel.bar}>
        <b>{title}</b>
        <span className={styles.count}>{booked}</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.week}>
        {hours.map((hour) => (
          <span key={hour} className={clsx(styles.hour, site.num)} style={{ gridRow: `${row(hour)} / span 2` }}>
            {hour > 12 ? hour - 12 : hour}
          </span>
        ))}
        {days.map(({ name, date, calls }, index) => (
          <div key={name} className={styles.day} style={{ gridColumn: index + 2 }}>
            <p>
              {name} <b>{date}</b>
            </p>
            {calls.map((call) => (
              <span
                key={call.at}
                className={clsx(styles.call, "fresh" in call && styles.fresh)}
                style={{ gridRow: `${row(call.at)} / span 2` }}
              >
                {call.name.split(" ")[0]} <i>{call.name.split(" ")[1]}</i>
              </span>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.foot}>{note}</p>
    </div>
  );
}
