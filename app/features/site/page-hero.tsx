import { clsx } from "clsx";
import type { ReactNode } from "react";
import { InkBand } from "./ink-band.tsx";
import styles from "./page-hero.module.css";
import site from "./site.module.css";

type Props = {
  headline: string;
  lead: string;
  className?: string;
  /** A drawing of the page's subject, below the sentence. */
  children?: ReactNode;
};

/** The first band of a page that is not a funnel: the headline on the left, the lead on the right, aligned at the bottom. */
export function PageHero({ headline, lead, className, children }: Props) {
  return (
    <InkBand className={clsx(styles.hero, className)} underBars>
      <div className={site.wrap}>
        <div className={styles.copy}>
          <h1 className={site.heroTitle}>{headline}</h1>
          <p className={site.lead}>{lead}</p>
        </div>
        {children}
      </div>
    </InkBand>
  );
}
