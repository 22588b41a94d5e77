import { clsx } from "clsx";
import { legacySample } from "~/content/tier-pages/legacy.ts";
import panel from "../panel.module.css";
import site from "../site.module.css";
import styles from "./lead-list.module.css";

/** The owner's list at night: the newest lead, its message, and the automatic text that answered it. */
export function LeadList() {
  const { client, leads, fields, reply, replyNote, answer, answerNote } = legacySample;
  return (
    <div
      className={panel.panel}
      role="img"
      aria-label="Three leads from one day; the newest, from 10:47 PM, already got a text and has replied to it"
    >
      <div className={panel.bar}>
        <b>Leads</b>
        <span>3 today</span>
        <span className={panel.end}>{client}</span>
      </div>
      <div className={styles.list}>
        <ul>
          {leads.map(({ name, at, about, ...lead }) => (
            <li key={name} className={"fresh" in lead ? styles.fresh : undefined}>
              <b>{name}</b>
              <span className={clsx(site.num, styles.num)}>{at}</span>
              <span>{about}</span>
            </li>
          ))}
        </ul>
        <div className={styles.slip}>
          <dl>
            {fields.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.bubble}>{reply}</p>
          <p className={styles.stamp}>{replyNote}</p>
          <p className={clsx(styles.bubble, styles.bubbleTheirs)}>{answer}</p>
          <p className={clsx(styles.stamp, styles.stampTheirs)}>{answerNote}</p>
        </div>
      </div>
    </div>
  );
}
