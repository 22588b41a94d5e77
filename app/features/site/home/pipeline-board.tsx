import { clsx } from "clsx";
import { clinic, pipeline } from "~/content/sample-clinic.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import { LeadCard } from "./lead-card.tsx";
import styles from "./pipeline-board.module.css";

/** The pipeline of a client, drawn: one lead's clock is running. */
export function PipelineBoard({ className }: { className?: string | undefined }) {
  return (
    <div
      className={clsx(panel.panel, "on-paper", className)}
      role="img"
      aria-label={`The pipeline of ${clinic}: two new leads with running clocks, three contacted, three calls booked, two who showed up`}
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
              <span className={site.num}>
                ${leads.reduce((sum, lead) => sum + lead.dollars, 0).toLocaleString("en-US")}
              </span>
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
