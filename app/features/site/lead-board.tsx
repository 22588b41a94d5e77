import "./lead-board.css";
import { type SampleLead, sampleBoard } from "~/content/sample-board.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });

/** A drawn product view: the pipeline board with its lead clocks. It is a picture, so it is described once as a whole. */
export function LeadBoard() {
  return (
    <div
      className="lead-board on-paper"
      role="img"
      aria-label="A pipeline board with the stages New, Contacted, Call booked and Showed. Each new lead carries a clock that counts down from five minutes."
    >
      <div className="board-bar" aria-hidden="true">
        <b>Kiln Aesthetics</b>
        <span className="board-tabs">
          <i>Pipeline</i>
          <i>Calendar</i>
          <i>Report</i>
        </span>
        <span className="board-meta">Target 5:00</span>
      </div>
      <div className="board-columns" aria-hidden="true">
        {sampleBoard.map(({ title, leads }) => (
          <div className="board-column" key={title}>
            <p className="board-head">
              <b>{title}</b>
              <span>{leads.length}</span>
              <span>{dollars.format(leads.reduce((sum, { value }) => sum + value, 0))}</span>
            </p>
            {leads.map((lead) => (
              <BoardCard key={lead.name} lead={lead} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function BoardCard({ lead: { name, came, value, next, clock } }: { lead: SampleLead }) {
  return (
    <div className={clock ? "board-card running" : "board-card"}>
      <p>
        <b>{name}</b>
        <span>{dollars.format(value)}</span>
      </p>
      <p>{came}</p>
      <p>
        {clock && (
          <svg viewBox="0 0 16 16" width="14" height="14">
            <circle cx="8" cy="8" r="6" />
            <circle cx="8" cy="8" r="6" pathLength="100" strokeDasharray={`${ringShare(clock)} 100`} />
          </svg>
        )}
        {next}
        {clock && <span>{clock}</span>}
      </p>
    </div>
  );
}

/** How much of five minutes is left, in percent. */
function ringShare(clock: string): number {
  const [minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return Math.round(((minutes * 60 + seconds) / 300) * 100);
}
