import { clsx } from "clsx";
import { ActionLink, Actions } from "./action-link.tsx";
import { InkBand } from "./ink-band.tsx";
import styles from "./not-found-screen.module.css";
import { ClosingRise } from "./rise.tsx";
import site from "./site.module.css";

/** Spec §2: 'Oops! Page not found' with a link to home. */
export function NotFoundScreen() {
  return (
    <InkBand labelledBy="not-found-title" underBars>
      <ClosingRise />
      <div className={clsx(site.wrap, styles.inside)}>
        <p className={clsx(styles.code, site.num)}>404</p>
        <h1 className={clsx(site.heroTitle, styles.title)} id="not-found-title">
          Oops! Page not found
        </h1>
        <p className={clsx(site.lead, styles.lead)}>The page may have moved, or the address may have a typo.</p>
        <Actions className={styles.actions}>
          <ActionLink href="/" weight="primary">
            Return to home
          </ActionLink>
          <ActionLink href="/contact" weight="text">
            Ask us where it went
          </ActionLink>
        </Actions>
      </div>
    </InkBand>
  );
}
