import { clsx } from "clsx";
import { attribution, auditTrail } from "~/content/services/performance-analytics.ts";
import { formatDollars } from "../../../../domain/money.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./attribution-table.module.css";

const columns = ["leads", "booked", "showed", "won"] as const;
const sum = (column: "leads" | "booked" | "showed" | "won" | "sold" | "spent") =>
  attribution.reduce((total, row) => total + row[column], 0);

/** A week's attribution, with one figure's audit trail open. */
export function AttributionTable() {
  return (
    <div
      className={clsx(panel.panel, styles.attribution, "on-paper")}
      role="img"
      aria-label={`A week’s attribution by ad: ${sum("leads")} leads, ${sum("booked")} booked, ${sum("showed")} showed, ${sum("won")} won, ${formatDollars(sum("sold"))}; next to it, the audit trail of one booking, from tap to payment`}
    >
      <div className={styles.table}>
        <div className={panel.bar}>
          <b>Attribution</b>
          <span className={clsx(site.num, panel.meta)}>May 11–17</span>
          <span className={clsx(panel.end, panel.wide)}>By last ad tapped</span>
        </div>
        <p className={styles.head}>
          <span>Ad</span>
          {columns.map((column) => (
            <span key={column}>{column}</span>
          ))}
          <span>Sold</span>
          <span>Per booking</span>
        </p>
        {attribution.map((row) => (
          <p key={row.ad} className={row.open ? styles.rowOpen : undefined}>
            <span>{row.ad}</span>
            {columns.map((column) => (
              <span key={column} className={row[column] === 0 ? styles.none : undefined}>
                {row.open && column === "booked" ? <mark>{row[column]}</mark> : row[column]}
              </span>
            ))}
            <span className={row.sold === 0 ? styles.none : undefined}>{formatDollars(row.sold)}</span>
            <span>{row.spent ? formatDollars(Math.round(row.spent / row.booked)) : "–"}</span>
          </p>
        ))}
        <p className={styles.total}>
          <span>Whole week</span>
          {columns.map((column) => (
            <span key={column}>{sum(column)}</span>
          ))}
          <span>{formatDollars(sum("sold"))}</span>
          <span>{formatDollars(Math.round(sum("spent") / sum("booked")))}</span>
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
    <div className={styles.audit}>
      <div className={panel.bar}>
        <b>{lead}</b>
        <span className={clsx(panel.end, site.num, styles.at)}>{position}</span>
      </div>
      {events.map((event) => (
        <p key={event.at} className={"hot" in event ? styles.hot : undefined}>
          <span className={clsx(site.num, styles.at)}>{event.at}</span>
          <b>{event.what}</b>
          <span>{event.by}</span>
        </p>
      ))}
    </div>
  );
}
