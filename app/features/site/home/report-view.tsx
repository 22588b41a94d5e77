import { clsx } from "clsx";
import { clinic } from "~/content/sample-clinic.ts";
import { report } from "~/content/sample-report.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import { DayBars } from "./day-bars.tsx";
import styles from "./monday-report.module.css";

const dearest = Math.max(...report.ads.map(({ dollars }) => dollars));

/** The weekly report, drawn. */
export function ReportView() {
  return (
    <div
      className={clsx(panel.panel, styles.report)}
      role="img"
      aria-label="A weekly report: 42 leads, 19 calls booked, 16 showed up, 6 won; ad spend per booked call from $31 to $82"
    >
      <div className={panel.bar}>
        <b>Weekly report</b>
        <span className={clsx(site.num, panel.meta)}>{report.period}</span>
        <span className={panel.end}>{clinic}</span>
      </div>
      <div className={styles.totals}>
        {report.totals.map(({ what, figure, note }) => (
          <p key={what}>
            {what}
            <b className={clsx(site.figure, styles.figure)}>{figure}</b>
            <span>{note}</span>
          </p>
        ))}
      </div>
      <div className={styles.charts}>
        <div className={styles.days}>
          <p className={styles.chartTitle}>By day</p>
          <p className={styles.chartLegend}>
            <span className={styles.keyLeads}>Leads</span>
            <span>Booked calls</span>
          </p>
          <DayBars days={report.days} />
        </div>
        <div>
          <p className={styles.chartTitle}>Ad spend per booked call</p>
          <div className={styles.adBars}>
            {report.ads.map((row) => (
              <p key={row.ad} className={"best" in row ? styles.adBest : undefined}>
                <span>{row.ad}</span>
                <i style={{ inlineSize: `${Math.round((row.dollars / dearest) * 100)}%` }} />
                <span className={site.num}>${row.dollars}</span>
              </p>
            ))}
          </div>
          <p className={styles.verdict}>
            <b>Decided on the call</b>
            {report.decision}
          </p>
        </div>
      </div>
    </div>
  );
}
