import { clsx } from "clsx";
import { consulting } from "~/content/tier-pages/consulting.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { InkBand } from "../ink-band.tsx";
import site from "../site.module.css";
import styles from "./consulting-hero.module.css";
import { PlanSheet } from "./plan-sheet.tsx";

/** The first band: what consulting comes to, and the plan itself, as it hangs on the wall. */
export function ConsultingHero() {
  return (
    <InkBand className={styles.hero} underBars>
      <div className={clsx(site.wrap, styles.grid)}>
        <div>
          <h1 className={site.heroTitle}>{consulting.headline}</h1>
          <p className={clsx(site.lead, styles.lead)}>{consulting.lead}</p>
          <Actions className={styles.actions}>
            <ActionLink href="#application" weight="primary">
              Start Your Consultation
            </ActionLink>
            <ActionLink href="#quote" weight="text">
              How it is priced
            </ActionLink>
          </Actions>
        </div>
        <PlanSheet className={styles.sheet} />
      </div>
    </InkBand>
  );
}
