import { proTests } from "~/content/tier-pages/pro.ts";

/** The scale of the drawing, in booked per hundred visitors. */
const LOW = 3;
const SPAN = 2.4;
const place = (rate: number) => `${(((rate - LOW) / SPAN) * 100).toFixed(1)}%`;

/** Four finished tests on one scale: from where the rate was to where the change took it. */
export function TestRecord() {
  return (
    <div className="test-record">
      {proTests.map(({ what, before, after, kept }) => (
        <p key={what} className={kept ? "test-kept" : "test-dropped"}>
          <span>{what}</span>
          <span className="test-scale">
            <i
              style={{
                insetInlineStart: place(Math.min(before, after)),
                inlineSize: `${((Math.abs(after - before) / SPAN) * 100).toFixed(1)}%`,
              }}
            />
            <b className="test-before" style={{ insetInlineStart: place(before) }} />
            <b className="test-after" style={{ insetInlineStart: place(after) }} />
          </span>
          <span className="num">
            {after > before ? "+" : "−"}
            {Math.abs(after - before).toFixed(1)}
          </span>
          <span>{kept ? "kept" : "dropped"}</span>
        </p>
      ))}
      <p className="test-key">Booked of 100 visitors, from open to filled</p>
    </div>
  );
}
