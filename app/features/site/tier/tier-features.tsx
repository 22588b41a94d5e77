import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { CardPageText } from "~/content/tier-pages/tier-page.ts";
import { ActionLink } from "../action-link.tsx";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./tier-features.module.css";

type Props = {
  page: CardPageText;
  /** A drawing for each card. */
  pictures: readonly [ReactNode, ReactNode, ReactNode];
  /** Which card has double width. */
  wide?: "first" | "last" | "none";
};

/** Three cards with bullets, and the button that scrolls to the process (spec §2). */
export function TierFeatures({ page, pictures, wide = "first" }: Props) {
  return (
    <Section labelledBy="features-title">
      <SectionHead id="features-title" headline={page.features.headline}>
        <p className={site.body}>{page.features.text}</p>
      </SectionHead>
      <div className={clsx(styles.cards, styles[wide])}>
        {page.cards.map(({ title, points }, index) => (
          <article key={title} className={styles.card}>
            <div className={styles.picture} aria-hidden="true">
              {pictures[index]}
            </div>
            <h3>{title}</h3>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </article>
        ))}
      </div>
      <p className={styles.more}>
        <ActionLink href="#process" weight="outlined">
          See How It Works
        </ActionLink>
      </p>
    </Section>
  );
}
