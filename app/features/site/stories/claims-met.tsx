import { clsx } from "clsx";
import { brand } from "~/content/brand.ts";
import { successStories } from "~/content/stories/success-stories.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./claims-met.module.css";

/** The claims of spec §9 beside the stories, because one client is not the average. */
export function ClaimsMet() {
  const { headline, text, stands } = successStories.against;
  return (
    <Section labelledBy="claims-title">
      <div className={styles.claims}>
        <div>
          <h2 className={site.title} id="claims-title">
            {headline}
          </h2>
          <p className={clsx(site.body, styles.body)}>
            {text} <a href="/about#numbers-title">What each number counts</a>
          </p>
        </div>
        <dl>
          {brand.claims.map(({ figure, meaning }, index) => (
            <div key={figure}>
              <dt>
                <span>{figure}</span> {meaning}
              </dt>
              <dd>{stands[index]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
