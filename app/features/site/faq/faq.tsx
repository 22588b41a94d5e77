import type { FaqItem } from "~/content/faq.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./faq.module.css";

type Props = { id: string; headline: string; items: readonly FaqItem[] };

/**
 * The accordion of spec §2: one item is open at a time, and a click on the open one closes it. The browser does both (`details`
 * with the same name), so it works without scripts.
 */
export function Faq({ id, headline, items }: Props) {
  return (
    <Section labelledBy={id} insideClassName={styles.faq}>
      <h2 className={site.title} id={id}>
        {headline}
      </h2>
      <div className={styles.items}>
        {items.map(({ question, answer }, index) => (
          <details key={question} name={id} open={index === 0}>
            <summary>
              {question}
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path d="M2 8h12" />
                <path className={styles.plus} d="M8 2v12" />
              </svg>
            </summary>
            {answer.split("\n\n").map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </details>
        ))}
      </div>
    </Section>
  );
}
