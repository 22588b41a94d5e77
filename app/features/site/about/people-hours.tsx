import { about, people } from "~/content/about-copy.ts";
import { hourName } from "../hour-name.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./people-hours.module.css";

const TICKS = [0, 6, 12, 18, 24];

/** Who is responsible for what, and when: working hours on one clock, including the gaps. */
export function PeopleHours() {
  const { headline, text, zone } = about.people;
  return (
    <Section labelledBy="people-title">
      <SectionHead id="people-title" headline={headline}>
        <p className={site.body}>{text}</p>
      </SectionHead>
      <div className={styles.people}>
        <div className={styles.head} aria-hidden="true">
          <span>{zone}</span>
          <p>
            {TICKS.map((hour) => (
              <span key={hour} className={site.num} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
                {hourName(hour)}
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
              <p className={styles.shift}>
                <span className={styles.shiftHours}>
                  {hourName(from)} to {hourName(to)}, {zone}
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
