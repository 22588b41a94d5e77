import { whatYouGet } from "~/content/tier-pages/consulting.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./what-you-get.module.css";

/** Six cards (spec §2), each with what stays when we leave. */
export function WhatYouGet() {
  return (
    <Section labelledBy="get-title">
      <div className={styles.cards}>
        <h2 className={site.title} id="get-title">
          What You Get
        </h2>
        {whatYouGet.map(({ title, text, keep }) => (
          <article key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <p className={styles.keep}>
              <span>You keep</span>
              {keep}
            </p>
          </article>
        ))}
      </div>
    </Section>
  );
}
