import { about } from "~/content/about-copy.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./refusals.module.css";

/** What the agency does not do, with reasons. */
export function Refusals() {
  const { headline, items } = about.refusals;
  return (
    <Section labelledBy="refusals-title">
      <div className={styles.refusals}>
        <h2 className={site.title} id="refusals-title">
          {headline}
        </h2>
        <dl>
          {items.map(({ what, why }) => (
            <div key={what}>
              <dt>
                <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
                  <path d="M2 7h10" />
                </svg>
                {what}
              </dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
