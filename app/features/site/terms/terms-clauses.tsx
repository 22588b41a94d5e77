import type { ReactNode } from "react";
import type { TermsSection } from "~/content/terms/terms-section.ts";
import styles from "./terms.module.css";

type Props = { section: TermsSection; number: number; children?: ReactNode };

/** One section of the terms, its clauses numbered so that they can be cited. */
export function TermsClauses({ section: { id, name, inShort, clauses }, number, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <span>{number}</span> {name}
      </h2>
      <p className={styles.inShort}>{inShort}</p>
      {children}
      {clauses.map(({ text, items }, index) => (
        <div className={styles.clause} key={text}>
          <span className={styles.number}>
            {number}.{index + 1}
          </span>
          <div>
            <p>{text}</p>
            {items ? (
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : null}
          </div>
        </div>
      ))}
    </section>
  );
}
