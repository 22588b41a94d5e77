import { about } from "~/content/about-copy.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./about-story.module.css";

type Month = (typeof about.story.months)[number];

/** The agency's start: three paragraphs and two months side by side, with a dot for each person who wrote. */
export function AboutStory() {
  const { headline, paragraphs, months } = about.story;
  return (
    <Section labelledBy="story-title">
      <div className={styles.story}>
        <h2 className={site.title} id="story-title">
          {headline}
        </h2>
        <div className={styles.text}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <figure className={styles.months}>
          <p className={styles.key} aria-hidden="true">
            <span className={styles.came}>Came in</span>
            <span className={styles.answered}>Heard back the same day</span>
            <span>Asked</span>
          </p>
          {months.map((month) => (
            <MonthDots key={month.month} month={month} />
          ))}
        </figure>
      </div>
    </Section>
  );
}

function MonthDots({ month: { month, asked, answered, came, note } }: { month: Month }) {
  const dots = Array.from({ length: asked }, (_, index) => index);
  const kind = (index: number) => (index < came ? styles.came : index < answered ? styles.answered : undefined);
  return (
    <div className={styles.month}>
      <h3>{month}</h3>
      <p className={styles.monthLine}>
        {asked} asked, {answered} heard back, <b>{came} came in</b>; {note}
      </p>
      <ol aria-hidden="true">
        {dots.map((index) => (
          <li key={index} className={kind(index)} />
        ))}
      </ol>
    </div>
  );
}
