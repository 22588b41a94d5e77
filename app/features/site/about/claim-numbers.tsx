import type { ReactNode } from "react";
import { about } from "~/content/about-copy.ts";
import { brand } from "~/content/brand.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./claim-numbers.module.css";
import { KeptClients, ReturnOnSpend, ReturnRange } from "./claim-pictures.tsx";

const pictures: readonly ReactNode[] = [
  <ReturnRange key="range" />,
  <KeptClients key="kept" />,
  <ReturnOnSpend key="spend" />,
];

/** The claims of spec §9, each drawn to scale, with what it includes and excludes. */
export function ClaimNumbers() {
  const { headline, text, counts } = about.numbers;
  return (
    <Section labelledBy="numbers-title">
      <SectionHead id="numbers-title" headline={headline}>
        <p className={site.body}>{text}</p>
      </SectionHead>
      <ul className={styles.claims}>
        {brand.claims.map(({ figure, meaning }, index) => (
          <li key={figure}>
            <p className={styles.claim}>
              <span>{figure}</span> {meaning}
            </p>
            {pictures[index]}
            <p className={styles.counts}>
              {counts[index]?.counts} <span>{counts[index]?.leaves}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
