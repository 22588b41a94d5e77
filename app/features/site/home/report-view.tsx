import { clinic } from "~/content/sample-clinic.ts";
import { report } from "~/content/sample-report.ts";
import { DayBars } from "./day-bars.tsx";

const dearest = Math.max(...report.ads.map(({ dollars }) => dollars));

/** The weekly report, drawn. */
export function ReportView() {
  return (
    <div
      className="panel report"
      role="img"
      aria-label="A weekly report: 42 leads, 19 calls booked, 16 showed up, 6 won; ad spend per booked call from $31 to $82"
    >
      <div className="panel-bar">
        <b>Weekly report</b>
        <span className="num">{report.period}</span>
        <span className="panel-end">{clinic}</span>
      </div>
      <div className="totals">
        {report.totals.map(({ what, figure, note }) => (
          <p key={what}>
            {what}
            <b className="figure">{figure}</b>
            <span>{note}</span>
          </p>
        ))}
      </div>
      <div className="report-charts">
        <div className="report-days">
          <p className="chart-title">By day</p>
          <p className="chart-legend">
            <span className="key-leads">Leads</span>
            <span className="key-booked">Booked calls</span>
          </p>
          <DayBars days={report.days} />
        </div>
        <div>
          <p className="chart-title">Ad spend per booked call</p>
          <div className="ad-bars">
            {report.ads.map((row) => (
              <p key={row.ad} className={"best" in row ? "ad-best" : undefined}>
                <span>{row.ad}</span>
                <i style={{ inlineSize: `${Math.round((row.dollars / dearest) * 100)}%` }} />
                <span className="num">${row.dollars}</span>
              </p>
            ))}
          </div>
          <p className="verdict">
            <b>Decided on the call</b>
            {report.decision}
          </p>
        </div>
      </div>
    </div>
  );
}
