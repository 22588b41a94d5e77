import { clsx } from "clsx";
import styles from "./pipeline-board.module.css";

/** The lead clock goes round once in five minutes, the time in which a first answer is still a fast one. */
const ROUND_SECONDS = 300;
const RADIUS = 5.4;

/** A lead clock as a ring that fills. */
export function ClockRing({ seconds, hot }: { seconds: number; hot: boolean }) {
  const filled = Math.min(1, seconds / ROUND_SECONDS) * 2 * Math.PI * RADIUS;
  return (
    <svg
      className={clsx(styles.clockRing, hot && styles.clockRingHot)}
      viewBox="0 0 15 15"
      width="15"
      height="15"
      aria-hidden="true"
    >
      <circle cx="7.5" cy="7.5" r={RADIUS} />
      <circle
        className={styles.clockRingFilled}
        cx="7.5"
        cy="7.5"
        r={RADIUS}
        strokeDasharray={`${filled.toFixed(2)} 40`}
      />
    </svg>
  );
}
