import { clsx } from "clsx";
import type { CSSProperties } from "react";
import type { ServicePage } from "~/content/services/service-page.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./service-weeks.module.css";

const WEEKS = [1, 2, 3, 4];
const DAYS_A_WEEK = 5;

/** Four weeks of work as a plan: a row for each kind of work, with who does it and when. */
export function ServiceWeeks({ weeks: { headline, text, rows } }: { weeks: ServicePage["weeks"] }) {
  return (
    <Section labelledBy="service-weeks" tone="band">
      <SectionHead id="service-weeks" headline={headline}>
        <p className={site.body}>{text}</p>
      </SectionHead>
      <div className={styles.plan}>
        <div className={styles.head} aria-hidden="true">
          <span>Task and owner</span>
          {WEEKS.map((week) => (
            <span key={week}>Week {week}</span>
          ))}
        </div>
        {rows.map(({ work, who, stretches }) => (
          <div key={work} className={styles.row}>
            <h3>
              {work} <span>{who}</span>
            </h3>
            <ol>
              {stretches.map(({ from, to, what, hot }) => (
                <li
                  key={from}
                  className={clsx(hot && styles.hot, from === to && styles.day)}
                  style={{ "--from": from, "--days": to - from + 1 } as CSSProperties}
                >
                  {what} <span>{when(from, to)}</span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The weeks of a bar in words, for people who cannot see it. */
function when(from: number, to: number): string {
  const first = Math.ceil(from / DAYS_A_WEEK);
  const last = Math.ceil(to / DAYS_A_WEEK);
  return first === last ? `Week ${first}` : `Weeks ${first}–${last}`;
}
