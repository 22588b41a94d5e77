import { clsx } from "clsx";
import { contactPage } from "~/content/contact-copy.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { InkBand } from "../ink-band.tsx";
import site from "../site.module.css";
import styles from "./contact-hero.module.css";
import { ReplyLine } from "./reply-line.tsx";

/** The promise in two sentences, and the same drawn to scale. */
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
