import type { ReactNode } from "react";
import type { TermsSection } from "~/content/terms/terms-section.ts";

type Props = { section: TermsSection; number: number; children?: ReactNode };

/** One section of the terms, its clauses numbered so that they can be cited. */
export function TermsClauses({ section: { id, name, inShort, clauses }, number, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <span>{number}</span> {name}
      </h2>
      <p className="terms-in-short">{inShort}</p>
      {children}
      {clauses.map(({ text, items }, index) => (
        <div className="terms-clause" key={text}>
          <span className="terms-number">
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
