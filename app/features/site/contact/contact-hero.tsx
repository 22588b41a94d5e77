import { clsx } from "clsx";
import { contactPage } from "~/content/contact-copy.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { InkBand } from "../ink-band.tsx";
import site from "../site.module.css";
import styles from "./contact-hero.module.css";

/** The promise in two sentences, and a drawing to scale. */
export function ContactHero() {
  return (
    <InkBand underBars>
      <div className={clsx(site.wrap, styles.inside)}>
        <h1 className={site.heroTitle}>
          {contactPage.headline.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <div className={styles.side}>
          <p className={clsx(site.lead, styles.lead)}>{contactPage.lead}</p>
          <Actions className={styles.actions}>
            <ActionLink href="#application" weight="primary">
              Start your application
            </ActionLink>
            <ActionLink href="#message" weight="text">
              Send a message
            </ActionLink>
          </Actions>
        </div>
        <ReplyLine />
      </div>
    </InkBand>
  );
}

/** Hours from the message to the first axis label. The first full four hours come 1:20 after 10:40. */
const FIRST_LABEL_HOURS = 4 / 3;
const HOURS = 24;

const at = (hours: number) => ({ "--at": hours / HOURS }) as React.CSSProperties;

/** The 24 hours from a message to its answer, including the night. */
function ReplyLine() {
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
