import { brand } from "~/content/brand.ts";
import { home } from "~/content/home-copy.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./results.module.css";
import { Reviews } from "./reviews.tsx";

/** Claims (spec §9) and the three reviews (spec §2). */
export function Results() {
  return (
    <Section labelledBy="results-title" id="results">
      <SectionHead id="results-title" headline={home.results.headline}>
        <p className={site.body}>{home.results.text}</p>
      </SectionHead>
      <ul className={styles.claims}>
        {brand.claims.map(({ figure, meaning }) => (
          <li key={figure}>
            <span className={styles.claimFigure}>{figure}</span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
      <Reviews />
    </Section>
  );
}
