import { clsx } from "clsx";
import { home } from "~/content/home-copy.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { InkBand } from "../ink-band.tsx";
import { Rise } from "../rise.tsx";
import site from "../site.module.css";
import { BookingPhone } from "./booking-phone.tsx";
import styles from "./home-hero.module.css";
import { PipelineBoard } from "./pipeline-board.tsx";

/** The first screen: two sentences, a board with a running clock, and the phone that gets its messages. */
export function HomeHero() {
  return (
    <InkBand underBars>
      <div className={site.wrap}>
        <div className={styles.copy}>
          <h1 className={site.heroTitle}>
            {home.headline.map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </h1>
          <p className={clsx(site.lead, styles.lead)}>{home.lead}</p>
          <Actions className={styles.actions}>
            <ActionLink href="#application" weight="primary">
              Start your application
            </ActionLink>
            <ActionLink href="/pricing" weight="text">
              See pricing
            </ActionLink>
          </Actions>
        </div>
        <div className={styles.stage}>
          <Rise className={styles.rise} width={620} height={760} lines={21} hot={14} />
          <PipelineBoard className={styles.board} />
          <BookingPhone className={styles.phone} />
        </div>
      </div>
    </InkBand>
  );
}
