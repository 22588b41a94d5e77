import { clsx } from "clsx";
import { audience, segments } from "~/content/services/precision-targeting.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./audience-cuts.module.css";

const ROW = 52;
const HALF = 150;
const CENTER = 160;

/** Half the width of the funnel for a number of people. It is logarithmic, or the last steps would be invisible. */
const reach = (people: number) => Math.round((Math.log10(people) / Math.log10(412_000)) ** 1.6 * HALF);

/**
 * An audience narrowed from a city to the people who sent the form, drawn to scale as a funnel, and the audiences that we kept.
 */
export function AudienceCuts() {
  return (
    <div
      className={clsx(panel.panel, "on-paper")}
      role="img"
      aria-label={`An audience cut in seven steps: ${audience.map(({ cut, people }) => `${cut} ${formatCount(people)}`).join(", ")}`}
    >
      <div className={panel.bar}>
        <b>Audience: like past buyers</b>
        <span className={clsx(panel.end, panel.wide)}>People, on a log scale</span>
      </div>
      <div className={styles.cuts}>
        <svg viewBox={`0 0 320 ${audience.length * ROW}`} preserveAspectRatio="none" aria-hidden="true">
          {audience.map(({ cut, people, hot }, index) => (
            <path key={cut} className={hot ? styles.hot : undefined} d={slice(people, index)} />
          ))}
        </svg>
        <div className={styles.rows}>
          {audience.map(({ cut, people, why, hot }) => (
            <p key={cut} className={hot ? styles.last : undefined}>
              <b className={site.figure}>{formatCount(people)}</b>
              <span>{cut}</span>
              <span>{why}</span>
            </p>
          ))}
        </div>
      </div>
      <div className={styles.segments}>
        <p>
          <b>Kept after ten days</b>
        </p>
        {segments.map(({ name, share, perBooking }) => (
          <p key={name}>
            <span>{name}</span>
            <i style={{ inlineSize: `${share}%` }} />
            <span>
              {share}% of budget, ${perBooking} a booking
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** One slice of the funnel: its bottom is as wide as the top of the next one. */
function slice(people: number, index: number): string {
  const top = reach(people);
  const next = audience[index + 1];
  const foot = next ? reach(next.people) : top;
  const y = index * ROW;
  return `M${CENTER - top} ${y + 2}H${CENTER + top}L${CENTER + foot} ${y + ROW - 2}H${CENTER - foot}Z`;
}
