import { ladder } from "~/content/services/growth-optimization.ts";
import "../product-view.css";
import "./test-ladder.css";

const LOWEST = 1;
const HIGHEST = 6;
const TICKS = [1, 2, 3, 4, 5, 6];

/** Where a rate stands between the rails, in percent of their distance. */
const place = (percent: number) => Math.round(((percent - LOWEST) / (HIGHEST - LOWEST)) * 1000) / 10;

/** The tests of a page as a ladder, newest on top: what each tried, and whether the page climbed. */
export function TestLadder() {
  return (
    <div
      className="panel service-ladder on-paper"
      role="img"
      aria-label={`Seven tests, oldest first: ${ladder.map(({ test, from, tried, result }) => `${test}, ${from}% to ${tried}%, ${result}`).join("; ")}`}
    >
      <div className="panel-bar">
        <b>Tests on one page</b>
        <span className="panel-end">Visitors who book</span>
      </div>
      <p className="service-ladder-scale">
        <span className="service-rails">
          {TICKS.map((percent) => (
            <span key={percent} style={{ insetInlineStart: `${place(percent)}%` }}>
              {percent}%
            </span>
          ))}
        </span>
      </p>
      {ladder.toReversed().map(({ test, from, tried, visitors, result }) => (
        <div key={test} className={`service-rung service-rung-${result}`}>
          <p>
            <b>{test}</b>
            <span>{visitors}</span>
          </p>
          <p className="service-rails">
            <i
              className="service-step"
              style={{
                insetInlineStart: `${place(Math.min(from, tried))}%`,
                inlineSize: `${Math.round(Math.abs(place(tried) - place(from)) * 10) / 10}%`,
              }}
            />
            <i className="service-rail" style={{ insetInlineStart: `${place(from)}%` }} />
            {result === "kept" ? (
              <i className="service-rail-up" style={{ insetInlineStart: `${place(tried)}%` }} />
            ) : null}
            <i className="service-from" style={{ insetInlineStart: `${place(from)}%` }} />
            <i className="service-tried" style={{ insetInlineStart: `${place(tried)}%` }} />
          </p>
          <p className="service-verdict">
            <span>
              {from}% to {tried}%
            </span>
            <b>{result}</b>
          </p>
        </div>
      ))}
    </div>
  );
}
