import { clsx } from "clsx";
import site from "../site.module.css";
import styles from "./base-drawings.module.css";

/** An hour that moves: the reminder is answered, the hour is taken, the freed one is offered again. */
export function MovedHour() {
  return (
    <div className={styles.movedHour}>
      <p className={styles.movedText}>Thu 14:30 still good? Reply R to move it.</p>
      <p className={clsx(styles.movedText, styles.movedTheirs)}>R</p>
      <p className={clsx(styles.movedSlot, styles.movedFreed)}>
        <span className={site.num}>Thu 14:30</span>offered again
      </p>
      <p className={clsx(styles.movedSlot, styles.movedTaken)}>
        <span className={site.num}>Fri 11:00</span>kept
      </p>
    </div>
  );
}
