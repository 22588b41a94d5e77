import type { CSSProperties } from "react";
import { baseFunnel } from "~/content/tier-pages/base.ts";
import "./week-funnel.css";

const widest = baseFunnel[0].count;

const share = (count: number) => ({ "--share": `${((count / widest) * 100).toFixed(1)}%` }) as CSSProperties;

/** A week as a funnel in five columns: what is left of it, what fell away, and whose work the step is. */
export function WeekFunnel() {
  return (
    <ol className="week-funnel">
      {baseFunnel.map(({ stage, count, who, how }, index) => {
        const before = baseFunnel[index - 1]?.count ?? count;
        return (
          <li key={stage}>
            <div className="funnel-bar" aria-hidden="true">
              <i className="funnel-before" style={share(before - count)} />
              <i className="funnel-left" style={share(count)} />
            </div>
            <h3>
              <span className="figure">{count}</span> {stage}
            </h3>
            <p className="funnel-who">{who}</p>
            <p>{how}</p>
          </li>
        );
      })}
    </ol>
  );
}
