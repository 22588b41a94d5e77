import { clsx } from "clsx";
import { clinic, conversation } from "~/content/sample-clinic.ts";
import styles from "./booking-phone.module.css";

/** A lead's phone with the text messages that led to a booking. */
export function BookingPhone({ className }: { className?: string | undefined }) {
  const { startedAt, opening, slot, closing } = conversation;
  return (
    <div
      className={clsx(styles.phone, className)}
      role="img"
      aria-label="A lead's phone: text messages that end in a consultation on Thursday at 2:30 PM"
    >
      <div className={clsx(styles.screen, "on-paper")}>
        <div className={styles.status}>
          <span>10:45</span>
          <svg viewBox="0 0 46 12" width="46" height="12" fill="currentColor" aria-hidden="true">
            <path d="M0 8h2.5v4H0zM4 6h2.5v6H4zM8 3.5h2.5V12H8zM12 1h2.5v11H12z" />
            <rect x="22.5" y="1.5" width="20" height="9.5" rx="2.8" fill="none" stroke="currentColor" />
            <rect x="24.2" y="3.2" width="13" height="6.1" rx="1.4" />
            <rect x="43.8" y="4.5" width="1.6" height="3.5" rx=".8" />
          </svg>
        </div>
        <div className={styles.who}>
          <i>{clinic.charAt(0)}</i>
          {clinic}
        </div>
        <div className={styles.chat}>
          <p className={styles.chatTime}>{startedAt}</p>
          {opening.map(({ from, text }) => (
            <p key={text} className={clsx(styles.bubble, from === "lead" && styles.bubbleOwn)}>
              {text}
            </p>
          ))}
          <div className={styles.slot}>
            <p className={styles.slotDay}>
              {slot.weekday}
              <b>{slot.day}</b>
            </p>
            <p className={styles.slotWhat}>
              <b>{slot.what}</b>
              {slot.where}
            </p>
          </div>
          <p className={styles.bubble}>{closing}</p>
        </div>
        <p className={styles.compose}>Text message</p>
      </div>
    </div>
  );
}
