import { clsx } from "clsx";
import { baseTouches } from "~/content/tier-pages/base.ts";
import site from "../site.module.css";
import styles from "./base-drawings.module.css";

const maximum = Math.max(...baseTouches.map(({ answers }) => answers));

/** How many of 42 leads answered after each touch: the reason for asking more than once. */
export function TouchBars() {
  return (
    <div className={styles.touchBars}>
      {baseTouches.map(({ at, by, answers }) => (
        <p key={at}>
          <b className={site.figure}>{answers}</b>
          <i style={{ blockSize: `${Math.round((answers / maximum) * 100)}%` }} />
          <span>{by}</span>
          <span className={clsx(site.num, styles.touchAt)}>{at}</span>
        </p>
      ))}
    </div>
  );
}
