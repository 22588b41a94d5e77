import { baseTouches } from "~/content/tier-pages/base.ts";

const maximum = Math.max(...baseTouches.map(({ answers }) => answers));

/** How many of 42 leads answered after each touch: the reason for asking more than once. */
export function TouchBars() {
  return (
    <div className="touch-bars">
      {baseTouches.map(({ at, by, answers }) => (
        <p key={at}>
          <b className="figure">{answers}</b>
          <i style={{ blockSize: `${Math.round((answers / maximum) * 100)}%` }} />
          <span>{by}</span>
          <span className="num">{at}</span>
        </p>
      ))}
    </div>
  );
}
