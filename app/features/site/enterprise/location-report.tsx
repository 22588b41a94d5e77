import { clsx } from "clsx";
import { locations } from "~/content/tier-pages/enterprise.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./location-report.module.css";

const busiest = Math.max(...locations.rows.flatMap(({ days }) => days));

/** One week of three locations and the total row. */
export function LocationReport() {
  const { client, period, rows, total, note } = locations;
  return (
    <div
      className={panel.panel}
      role="img"
      aria-label="A report by location: 275 leads and 149 booked calls across three locations"
    >
      <div className={panel.bar}>
        <b>Locations</b>
        <span className={clsx(site.num, panel.meta)}>{period}</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.locations}>
        <p className={styles.head}>
          <span>Location</span>
          <span>Leads a day</span>
          <span>Leads</span>
          <span>Booked</span>
          <span>Showed</span>
          <span>Per call</span>
        </p>
        {rows.map((row) => (
          <p key={row.name} className={"best" in row ? styles.best : undefined}>
            <b>{row.name}</b>
            <span className={styles.days}>
              {row.days.map((leads, day) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: seven days in their order.
                <i key={day} style={{ blockSize: `${Math.round((leads / busiest) * 100)}%` }} />
              ))}
            </span>
            <LocationFigures {...row} />
          </p>
        ))}
        <p className={styles.total}>
          <b>{total.name}</b>
          <span />
          <LocationFigures {...total} />
        </p>
      </div>
      <p className={styles.note}>
        <b>Decided on the call</b>
        {note}
      </p>
    </div>
  );
}

type Figures = { leads: number; booked: number; showed: number; perCall: number };

function LocationFigures({ leads, booked, showed, perCall }: Figures) {
  return (
    <>
      <span className={clsx(site.num, styles.figure)}>{leads}</span>
      <span className={clsx(site.num, styles.figure)}>{booked}</span>
      <span className={clsx(site.num, styles.figure)}>{showed}</span>
      <span className={clsx(site.num, styles.figure)}>${perCall}</span>
    </>
  );
}
