import type { ServicePage } from "~/content/services/service-page.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./service-screen.module.css";

/** What the service is, and what it is not. */
export function ServiceScope({ page: { name, what } }: { page: ServicePage }) {
  return (
    <Section labelledBy="service-what">
      <div className={styles.split}>
        <div>
          <h2 className={site.title} id="service-what">
            {what.headline}
          </h2>
        </div>
        <div className={styles.prose}>
          {what.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className={styles.not}>
            <b>What {name} is not.</b> {what.not}
          </p>
        </div>
      </div>
    </Section>
  );
}
