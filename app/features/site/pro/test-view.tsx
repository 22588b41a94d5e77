import { proTest } from "~/content/tier-pages/pro.ts";
import { RateLines } from "./rate-lines.tsx";
import "./test-view.css";

/** An A/B test on its tenth day: two versions, their samples, and the line that decides. */
export function TestView() {
  const { name, day, client, versions, verdict, decision } = proTest;
  return (
    <div
      className="panel"
      role="img"
      aria-label="An A/B test: version B books 5.6 percent of its visitors, version A 4.1 percent"
    >
      <div className="panel-bar">
        <b>{name}</b>
        <span>{day}</span>
        <span className="panel-end">{client}</span>
      </div>
      <div className="versions">
        {versions.map(({ letter, from, headline, text, button, sample, rate }) => (
          <div key={letter} className={`version version-${letter.toLowerCase()}`}>
            <p className="version-name">
              <i />
              <b>{letter}</b> {from}
            </p>
            <div className="version-page">
              <b>{headline}</b>
              <p>{text}</p>
              <span>{button}</span>
            </div>
            <p className="version-rate">
              {sample}
              <b className="figure">{rate}</b>
            </p>
          </div>
        ))}
      </div>
      <RateLines />
      <p className="test-verdict">
        {verdict}
        <span className="test-when">{decision}</span>
      </p>
    </div>
  );
}
