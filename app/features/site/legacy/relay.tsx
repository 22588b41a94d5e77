import { legacySteps } from "~/content/tier-pages/legacy.ts";
import styles from "./relay.module.css";

const STEP = 100;
const LANE = { you: 8, us: 168 };

/** Who does each step: a line that switches between client and agency. */
export function Relay() {
  const last = legacySteps.length - 1;
  const line = legacySteps
    .map(({ side }, step) => `${step * STEP},${LANE[side]} ${Math.min(step + 1, last) * STEP},${LANE[side]}`)
    .join(" ");
  return (
    <div className={styles.relay}>
      <p className={styles.lane} aria-hidden="true">
        You
      </p>
      <p className={styles.lane} aria-hidden="true">
        Us
      </p>
      <div className={styles.track}>
        <svg viewBox={`0 0 ${STEP * legacySteps.length} 280`} preserveAspectRatio="none" aria-hidden="true">
          <polyline points={line} />
        </svg>
        <ol>
          {legacySteps.map(({ side, title, text }, step) => (
            <li key={title} className={styles[side]} style={{ gridColumn: step + 1 }}>
              <span className={styles.side}>{side === "you" ? "You" : "Us"}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
