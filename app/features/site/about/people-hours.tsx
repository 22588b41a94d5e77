import { about, people } from "~/content/about-copy.ts";
import { Section, SectionHead } from "../section.tsx";
import "./people-hours.css";

const TICKS = [0, 6, 12, 18, 24];

/** Who answers for what, and when: working hours on one clock, so that the gaps show too. */
export function PeopleHours() {
  const { headline, text, zone } = about.people;
  return (
    <Section labelledBy="people-title">
      <SectionHead id="people-title" headline={headline}>
        <p className="body">{text}</p>
      </SectionHead>
      <div className="about-people">
        <div className="about-people-head" aria-hidden="true">
          <span>{zone}</span>
          <p>
            {TICKS.map((hour) => (
              <span key={hour} className="num" style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
                {String(hour).padStart(2, "0")}
              </span>
            ))}
          </p>
        </div>
        <ul>
          {people.map(({ name, where, answersFor, from, to }) => (
            <li key={name}>
              <h3>
                {name} <span>{where}</span>
              </h3>
              <p>{answersFor}</p>
              <p className="about-shift">
                <span className="about-shift-hours">
                  {from}:00 to {to}:00, {zone}
                </span>
                <i style={{ insetInlineStart: `${(from / 24) * 100}%`, inlineSize: `${((to - from) / 24) * 100}%` }} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
