import { attribution, auditTrail } from "~/content/services/performance-analytics.ts";
import "../product-view.css";
import "./attribution-table.css";

const columns = ["leads", "booked", "showed", "won"] as const;
const sum = (column: "leads" | "booked" | "showed" | "won" | "sold" | "spent") =>
  attribution.reduce((total, row) => total + row[column], 0);
const money = (dollars: number) => `$${dollars.toLocaleString("en-US")}`;

/** The attribution of a week, one figure of it opened to its audit trail. */
export function AttributionTable() {
  return (
    <div
      className="panel service-attribution on-paper"
      role="img"
      aria-label={`Attribution of a week by ad: ${sum("leads")} leads, ${sum("booked")} booked, ${sum("showed")} showed, ${sum("won")} won, ${money(sum("sold"))}; beside it the audit trail of one booking, from the tap to the payment`}
    >
      <div className="service-attribution-table">
        <div className="panel-bar">
          <b>Attribution</b>
          <span className="num">11–17 May</span>
          <span className="panel-end">By last ad tapped</span>
        </div>
        <p className="service-attribution-head">
          <span>Ad</span>
          {columns.map((column) => (
            <span key={column}>{column}</span>
          ))}
          <span>Sold</span>
          <span>Per booking</span>
        </p>
        {attribution.map((row) => (
          <p key={row.ad} className={row.open ? "service-row-open" : undefined}>
            <span>{row.ad}</span>
            {columns.map((column) => (
              <span key={column} className={row[column] === 0 ? "service-none" : undefined}>
                {row.open && column === "booked" ? <mark>{row[column]}</mark> : row[column]}
              </span>
            ))}
            <span className={row.sold === 0 ? "service-none" : undefined}>{money(row.sold)}</span>
            <span>{row.spent ? money(Math.round(row.spent / row.booked)) : "–"}</span>
          </p>
        ))}
        <p className="service-attribution-total">
          <span>All of the week</span>
          {columns.map((column) => (
            <span key={column}>{sum(column)}</span>
          ))}
          <span>{money(sum("sold"))}</span>
          <span>{money(Math.round(sum("spent") / sum("booked")))}</span>
        </p>
      </div>
      <AuditTrail />
    </div>
  );
}

/** One of the eight bookings, event by event. */
function AuditTrail() {
  const { lead, position, events } = auditTrail;
  return (
    <div className="service-audit">
      <div className="panel-bar">
        <b>{lead}</b>
        <span className="panel-end num">{position}</span>
      </div>
      {events.map((event) => (
        <p key={event.at} className={"hot" in event ? "service-audit-hot" : undefined}>
          <span className="num">{event.at}</span>
          <b>{event.what}</b>
          <span>{event.by}</span>
        </p>
      ))}
    </div>
  );
}
