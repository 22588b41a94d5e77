import { clsx } from "clsx";
import { contactPage } from "~/content/contact-copy.ts";
import site from "../site.module.css";
import styles from "./reply-line.module.css";

/** Hours after the message at which the axis is labelled: the first full four hours come 1:20 after 10:40. */
const FIRST_LABEL_HOURS = 4 / 3;
const HOURS = 24;

const at = (hours: number) => ({ "--at": hours / HOURS }) as React.CSSProperties;

/** Twenty-four hours from a message to its answer, with the night that lies between. */
export function ReplyLine() {
  const { caption, start, end, hours } = contactPage.replyLine;
  return (
    <figure className={styles.line}>
      <ol>
        {[start, end].map(({ at: time, what, how }) => (
          <li key={time}>
            <span className={site.num}>{time}</span>
            <b>{what}</b>
            {how}
          </li>
        ))}
      </ol>
      <div className={styles.axis} aria-hidden="true">
        <span className={styles.night} />
        {hours.map((hour, index) => (
          <span key={hour} className={clsx(styles.hour, site.num)} style={at(FIRST_LABEL_HOURS + 4 * index)}>
            {hour}
          </span>
        ))}
      </div>
      <figcaption className={site.note}>{caption}</figcaption>
    </figure>
  );
}
