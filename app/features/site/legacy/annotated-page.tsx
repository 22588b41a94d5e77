import type { ReactNode } from "react";
import { legacy, legacyParts, legacySample } from "~/content/tier-pages/legacy.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./annotated-page.module.css";
import { Portraits } from "./portraits.tsx";

const { address, claim, detail, fields, send, reply, answer } = legacySample;

const slices: readonly ReactNode[] = [
  <div key="page" className={styles.pageSliceTop}>
    <span className={styles.pageAddress}>{address}</span>
    <b>{claim}</b>
    <p>{detail}</p>
    <Portraits />
  </div>,
  <div key="form" className={styles.pageForm}>
    {fields.map(({ label, value }) => (
      <p key={label}>
        {label}
        <span>{value}</span>
      </p>
    ))}
    <span className={styles.pageSend}>{send}</span>
  </div>,
  <div key="reply" className={styles.pageReply}>
    <div>
      <span>Noor’s phone, now</span>
      <p className={styles.pageText}>{reply}</p>
    </div>
    <p className={styles.pageAnswer}>{answer}</p>
  </div>,
];

/** The whole of Legacy, drawn once from top to bottom; each part has its words beside it. */
export function AnnotatedPage() {
  return (
    <Section labelledBy="features-title">
      <SectionHead id="features-title" headline={legacy.features.headline}>
        <p className={site.body}>{legacy.features.text}</p>
      </SectionHead>
      <div className={styles.annotatedPage}>
        {legacyParts.map(({ title, text, points }, index) => (
          <article key={title}>
            <div className={styles.pageSlice} aria-hidden="true">
              {slices[index]}
            </div>
            <div className={styles.pageNote}>
              <h3>{title}</h3>
              <p>{text}</p>
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </div>
          </article>
        ))}
      </div>
    </Section>
  );
}
