import { clsx } from "clsx";
import type { SampleLead } from "~/content/sample-clinic.ts";
import { clinic, pipeline } from "~/content/sample-clinic.ts";
import { formatDollars } from "../../../../domain/money.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./pipeline-board.module.css";

/** The pipeline of a client, drawn: one lead's clock is running. */
export function PipelineBoard({ className }: { className?: string | undefined }) {
  return (
    <div
      className={clsx(panel.panel, "on-paper", className)}
      role="img"
      aria-label={`The pipeline of ${clinic}: two new leads with clocks running, three contacted, three calls booked, two who showed up`}
    >
      <div className={panel.bar}>
        <b>{clinic}</b>
        <span className={panel.tabs}>
          <span className={panel.tabOn}>Pipeline</span>
          <span>Calendar</span>
          <span>Report</span>
        </span>
      </div>
      <div className={styles.columns}>
        {pipeline.map(({ stage, leads }) => (
          <div className={styles.column} key={stage}>
            <p className={styles.stage}>
              <b>{stage}</b>
              <span className={site.num}>{leads.length}</span>
              <span className={site.num}>{formatDollars(leads.reduce((sum, lead) => sum + lead.dollars, 0))}</span>
            </p>
            {leads.map((lead) => (
              <LeadCard key={lead.name} lead={lead} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const ICONS = {
  message: "M1.8 2.5h10.4v7H6l-2.8 2.3V9.5H1.8z",
  calendar: "M1.8 3.2h10.4v9H1.8zM1.8 6h10.4M4.6 1.4v3M9.4 1.4v3",
  check: "m2.5 7.5 3 3 6-7",
};

/** A lead on the board: name, amount, source, and last event. */
function LeadCard({ lead }: { lead: SampleLead }) {
  const { icon, text, at, clock } = lead.status;
  return (
    <div className={clsx(styles.leadCard, lead.hot && styles.leadCardHot)}>
      <p className={styles.leadWho}>
        <b>{lead.name}</b>
        <span className={site.num}>{formatDollars(lead.dollars)}</span>
      </p>
      <p className={styles.leadSource}>{lead.source}</p>
      <p className={styles.leadStatus}>
        {icon === "clock" ? (
          <ClockRing seconds={clock ?? 0} hot={lead.hot ?? false} />
        ) : (
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
            <path d={ICONS[icon]} />
          </svg>
        )}
        {text}
        <span className={site.num} data-clock={lead.hot ? clock : undefined}>
          {at}
        </span>
      </p>
    </div>
  );
}

/** The lead clock completes a round in five minutes, the time limit for a fast first answer. */
const ROUND_SECONDS = 300;
const RADIUS = 5.4;

/** A lead clock as a ring that fills. */
function ClockRing({ seconds, hot }: { seconds: number; hot: boolean }) {
  const filled = Math.min(1, seconds / ROUND_SECONDS) * 2 * Math.PI * RADIUS;
  return (
    <svg
      className={clsx(styles.clockRing, hot && styles.clockRingHot)}
      viewBox="0 0 15 15"
      width="15"
      height="15"
      aria-hidden="true"
    >
      <circle cx="7.5" cy="7.5" r={RADIUS} />
      <circle
        className={styles.clockRingFilled}
        cx="7.5"
        cy="7.5"
        r={RADIUS}
        strokeDasharray={`${filled.toFixed(2)} 40`}
      />
    </svg>
  );
}
