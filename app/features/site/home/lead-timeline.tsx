import { home } from "~/content/home-copy.ts";
import { timeline } from "~/content/sample-clinic.ts";
import { Section } from "../section.tsx";
import "./lead-timeline.css";

/** One booking from the tap to the visit; the line is orange while the lead clock runs. */
export function LeadTimeline() {
  const { headline, figure, meaning, note } = home.timeline;
  return (
    <Section labelledBy="timeline-title" className="timeline-section">
      <div className="timeline-layout">
        <div className="timeline-head">
          <h2 className="title-2" id="timeline-title">
            {headline}
          </h2>
          <p className="elapsed">
            <span className="figure">{figure}</span>
            <span>{meaning}</span>
          </p>
        </div>
        <ol className="timeline">
          {timeline.map(({ at, what, how, phase }) => (
            <li key={at} className={`timeline-${phase}`}>
              <span className="num">{at}</span>
              <h3>{what}</h3>
              <p>{how}</p>
            </li>
          ))}
        </ol>
        <p className="sample-note">{note}</p>
      </div>
    </Section>
  );
}
