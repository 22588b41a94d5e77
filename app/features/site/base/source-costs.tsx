import { report } from "~/content/sample-report.ts";

const dearest = Math.max(...report.ads.map(({ dollars }) => dollars));

/** What a booked call cost, by source, as dots on one scale: the cheapest is the one to feed. */
export function SourceCosts() {
  return (
    <div className="source-costs">
      <p>Cost per booked call</p>
      {report.ads.map((row) => (
        <p key={row.ad} className={"best" in row ? "source-best" : undefined}>
          <span>{row.ad.split(",")[0]}</span>
          <i className="source-line">
            <b className="source-dot" style={{ insetInlineStart: `${Math.round((row.dollars / dearest) * 100)}%` }} />
          </i>
          <span className="num">${row.dollars}</span>
        </p>
      ))}
    </div>
  );
}
