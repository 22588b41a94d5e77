import { clsx } from "clsx";
import { home } from "~/content/home-copy.ts";
import { timeline } from "~/content/sample-clinic.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./lead-timeline.module.css";

/** One booking from the tap to the visit. The line is orange while the lead clock runs. */
export function LeadTimeline() {
  const { headline, figure, meaning, note } = home.timeline;
  return (
    <Section labelledBy="timeline-title">
      <div className={styles.layout}>
        <div className={styles.head}>
          <h2 className={site.title} id="timeline-title">
            {headline}
          </h2>
          <p className={styles.elapsed}>
            <span className={clsx(site.figure, styles.figure)}>{figure}</span>
            <span>{meaning}</span>
          </p>
        </div>
        <ol className={styles.timeline}>
          {timeline.map(({ at, what, how, phase }) => (
            <li key={at} className={styles[phase]}>
              <span className={site.num}>{at}</span>
              <h3>{what}</h3>
              <p>{how}</p>
            </li>
          ))}
        </ol>
        <p className={clsx(site.note, styles.note)}>{note}</p>
      </div>
    </Section>
  );
}
