import { clsx } from "clsx";
import type { ReactNode } from "react";
import { InkBand } from "./ink-band.tsx";
import styles from "./page-hero.module.css";
import site from "./site.module.css";

type Props = {
  headline: string;
  lead: string;
  className?: string;
  /** Below the sentence: what the page is about, drawn. */
  children?: ReactNode;
};

/** The first band of a page that is not a funnel: the sentence at the left, its meaning at the right, bottoms aligned. */
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
