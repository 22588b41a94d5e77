import { clsx } from "clsx";
import { pricing } from "~/content/pricing-copy.ts";
import { ActionLink } from "../action-link.tsx";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./bill-lines.module.css";

/** Other possible costs (spec §9): ad management, cancellation, replies. */
export function BillLines() {
  const { headline, text, lines } = pricing.rest;
  return (
    <Section labelledBy="bill-title">
      <SectionHead id="bill-title" headline={headline}>
        <p className={site.body}>{text}</p>
      </SectionHead>
      <ul className={styles.lines}>
        {lines.map(({ figure, name, text: meaning, link }) => (
          <li key={name}>
            <span className={styles.figure}>{figure}</span>
            <h3>{name}</h3>
            <p className={clsx(site.body, styles.body)}>{meaning}</p>
            <ActionLink className={styles.link} href={link.href} weight="text">
              {link.label}
            </ActionLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
