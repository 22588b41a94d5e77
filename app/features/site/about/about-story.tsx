import { about } from "~/content/about-copy.ts";
import { Section } from "../section.tsx";
import "./about-story.css";

type Month = (typeof about.story.months)[number];

/** How it began: three paragraphs, and the two months beside each other, a dot for each person who asked. */
export function AboutStory() {
  const { headline, paragraphs, months } = about.story;
  return (
    <Section labelledBy="story-title">
      <div className="about-story">
        <h2 className="title-2" id="story-title">
          {headline}
        </h2>
        <div className="about-story-text">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <figure className="about-months">
          <p className="about-key" aria-hidden="true">
            <span className="about-came">Came</span>
            <span className="about-answered">Heard back the same day</span>
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
  const kind = (index: number) => (index < came ? "about-came" : index < answered ? "about-answered" : undefined);
  return (
    <div className="about-month">
      <h3>{month}</h3>
      <p className="about-month-line">
        {asked} asked, {answered} heard back, <b>{came} came</b>; {note}
      </p>
      <ol aria-hidden="true">
        {dots.map((index) => (
          <li key={index} className={kind(index)} />
        ))}
      </ol>
    </div>
  );
}
