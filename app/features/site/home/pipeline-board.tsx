import { clinic, pipeline } from "~/content/sample-clinic.ts";
import { LeadCard } from "./lead-card.tsx";
import "../product-view.css";
import "./pipeline-board.css";

/** The pipeline of a client, drawn: one lead's clock is running. */
export function PipelineBoard() {
  return (
    <div
      className="panel board on-paper"
      role="img"
      aria-label={`The pipeline of ${clinic}: two new leads with running clocks, three contacted, three calls booked, two who showed up`}
    >
      <div className="panel-bar">
        <b>{clinic}</b>
        <span className="panel-tabs">
          <span className="panel-tab-on">Pipeline</span>
          <span>Calendar</span>
          <span>Report</span>
        </span>
      </div>
      <div className="board-columns">
        {pipeline.map(({ stage, leads }) => (
          <div className="board-column" key={stage}>
            <p className="board-stage">
              <b>{stage}</b>
              <span className="num">{leads.length}</span>
              <span className="num">${leads.reduce((sum, lead) => sum + lead.dollars, 0).toLocaleString("en-US")}</span>
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
