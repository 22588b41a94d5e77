import { clsx } from "clsx";
import { about, week } from "~/content/about-copy.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./week-plan.module.css";

const FIRST_HOUR = 9;
const HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17];

/** The agency's week as a calendar; on a phone, day after day. */
export function WeekPlan() {
  const { headline, text, note } = about.week;
  return (
    <Section labelledBy="week-title" tone="band">
      <SectionHead id="week-title" headline={headline}>
        <p className={site.body}>{text}</p>
      </SectionHead>
      <div className={styles.week}>
        <div className={styles.hours} aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} className={site.num}>
              {clock(hour)}
            </span>
          ))}
        </div>
        {week.map(({ day, job, blocks }) => (
          <section key={day} className={styles.day} aria-labelledby={`week-${day}`}>
            <h3 id={`week-${day}`}>
              {day} <span>{job}</span>
            </h3>
            <ol>
              {blocks.map(({ from, to, what, hot }) => (
                <li
                  key={what}
                  className={hot ? styles.blockHot : undefined}
                  style={{ gridRow: `${from - FIRST_HOUR + 1} / ${to - FIRST_HOUR + 1}` }}
                >
                  <span className={clsx(site.num, styles.num)}>
                    {clock(from)}–{clock(to)}
                  </span>
                  {what}
                </li>
              ))}
            </ol>
          </section>
        ))}
        <p className={styles.inbox}>
          <b>Inbox, every day</b> Every application and message is answered within 24 hours, weekends included.
        </p>
      </div>
      <p className={clsx(site.note, styles.note)}>{note}</p>
    </Section>
  );
}

function clock(hour: number): string {
  return `${hour > 12 ? hour - 12 : hour}:00`;
}
