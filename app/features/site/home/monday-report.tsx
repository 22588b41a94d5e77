import { clsx } from "clsx";
import { home } from "~/content/home-copy.ts";
import { clinic } from "~/content/sample-clinic.ts";
import { followUp, report } from "~/content/sample-report.ts";
import panel from "../panel.module.css";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./monday-report.module.css";

/** A client's results after a week: the report and the follow-up, as in the product. */
export function MondayReport() {
  return (
    <Section labelledBy="report-title" tone="band">
      <SectionHead id="report-title" headline={home.report.headline}>
        <p className={site.body}>{home.report.text}</p>
      </SectionHead>
      <div className={styles.plates}>
        <figure>
          <ReportView />
          <figcaption>
            <b>A report that ends in a decision</b>
            Leads, booked, showed, won, and what each booked call cost, by ad. One page every Monday.
          </figcaption>
        </figure>
        <figure>
          <FollowUpView />
          <figcaption>
            <b>Follow-up that knows when to stop</b>
            Five touches over six days. The first reply ends it and hands you the thread.
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}

const dearest = Math.max(...report.ads.map(({ dollars }) => dollars));

/** The weekly report, drawn. */
function ReportView() {
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

type Day = { day: string; leads: number; booked: number };

const UNIT = 17;
const FLOOR = 158;
const STEP = 38;

/** Leads and booked calls by day, two bars each. */
function DayBars({ days }: { days: readonly Day[] }) {
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

/** The five touches of the follow-up, as the product lists them. */
function FollowUpView() {
  return (
    <div
      className={clsx(panel.panel, styles.followUp)}
      role="img"
      aria-label="A follow-up of five touches over six days, ended by any reply"
    >
      <div className={panel.bar}>
        <b>Follow-up, no reply yet</b>
        <span className={panel.end}>5 touches</span>
      </div>
      <div className={styles.touches}>
        {followUp.map(({ at, by, words, stop }) => (
          <p key={at} className={stop ? styles.touchStop : undefined}>
            <span className={site.num}>{at}</span>
            <b>{by}</b>
            <span>{words}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
