import { launch, launchParts, tuesday } from "~/content/tier-pages/launch.ts";
import { Section, SectionHead } from "../section.tsx";
import { DayLane } from "./day-lane.tsx";
import "./two-tuesdays.css";

const HOURS = [8, 10, 12, 14, 16, 18, 20, 22];

/** One day on one axis, without and with an answer at once; below it, what answers. */
export function TwoTuesdays() {
  return (
    <Section labelledBy="features-title">
      <SectionHead id="features-title" headline={launch.features.headline}>
        <p className="body">{launch.features.text}</p>
      </SectionHead>
      <div className="tuesdays">
        <DayLane name={tuesday.idleName} text={tuesday.idleText} result={tuesday.idleResult} leads={tuesday.idle} />
        <DayLane
          name={tuesday.inboundName}
          text={tuesday.inboundText}
          result={tuesday.inboundResult}
          leads={tuesday.inbound}
        />
        <p className="tuesday-hours num" aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, "0")}:00</span>
          ))}
        </p>
        <p className="tuesday-key" aria-hidden="true">
          <span className="tuesday-key-open">Wrote</span>
          <span className="tuesday-key-wait">Waited</span>
          <span className="tuesday-key-booked">Booked</span>
        </p>
      </div>
      <ul className="launch-parts">
        {launchParts.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
