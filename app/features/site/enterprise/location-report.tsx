import { locations } from "~/content/tier-pages/enterprise.ts";
import "./location-report.css";

const busiest = Math.max(...locations.rows.flatMap(({ days }) => days));

/** One week of three locations, and the row that adds them up. */
export function LocationReport() {
  const { client, period, rows, total, note } = locations;
  return (
    <div
      className="panel"
      role="img"
      aria-label="A report by location: 275 leads and 149 booked calls in three locations"
    >
      <div className="panel-bar">
        <b>Locations</b>
        <span className="num">{period}</span>
        <span className="panel-end">{client}</span>
      </div>
      <div className="locations">
        <p className="locations-head">
          <span>Location</span>
          <span>Leads a day</span>
          <span>Leads</span>
          <span>Booked</span>
          <span>Showed</span>
          <span>Per call</span>
        </p>
        {rows.map((row) => (
          <p key={row.name} className={"best" in row ? "location-best" : undefined}>
            <b>{row.name}</b>
            <span className="location-days">
              {row.days.map((leads, day) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: seven days in their order.
                <i key={day} style={{ blockSize: `${Math.round((leads / busiest) * 100)}%` }} />
              ))}
            </span>
            <LocationFigures {...row} />
          </p>
        ))}
        <p className="locations-total">
          <b>{total.name}</b>
          <span />
          <LocationFigures {...total} />
        </p>
      </div>
      <p className="location-note">
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
      <span className="num">{leads}</span>
      <span className="num">{booked}</span>
      <span className="num">{showed}</span>
      <span className="num">${perCall}</span>
    </>
  );
}
