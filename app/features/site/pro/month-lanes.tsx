import { proMonth } from "~/content/tier-pages/pro.ts";
import "./month-lanes.css";

const WEEKS = ["Week 1", "Week 2", "Week 3", "Week 4"];

/** Who does what in a month, on lanes of twenty working days. */
export function MonthLanes() {
  return (
    <div className="month-lanes">
      <p className="month-lane month-lane-head" aria-hidden="true">
        <span>Who does what</span>
        <span className="month-weeks">
          {WEEKS.map((week) => (
            <span key={week}>{week}</span>
          ))}
        </span>
      </p>
      <ul>
        {proMonth.map(({ what, who, blocks }) => (
          <li key={what} className="month-lane">
            <div>
              <h3>{what}</h3>
              <p>{who}</p>
            </div>
            <p className="month-blocks">
              {blocks.map((block) => (
                <span
                  key={block.from}
                  className={`month-block ${"tone" in block ? `month-block-${block.tone}` : ""}`}
                  style={{ gridColumn: `${block.from} / span ${block.days}` }}
                >
                  {block.text}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
