import type { ReactNode } from "react";
import { legacy, legacyParts, legacySample } from "~/content/tier-pages/legacy.ts";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import styles from "./annotated-page.module.css";

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

/** The whole Legacy page, drawn from top to bottom, with a note beside each part. */
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

/** Three portraits as abstract shapes. */
function Portraits() {
  return (
    <svg className={styles.portraits} viewBox="0 0 360 136" width="360" height="136" aria-hidden="true">
      <rect width="112" height="136" rx="3" className={styles.portraitA} />
      <rect x="124" width="112" height="136" rx="3" className={styles.portraitB} />
      <rect x="248" width="112" height="136" rx="3" className={styles.portraitC} />
      <path
        className={styles.portraitDark}
        d="M14 136c2-34 18-46 42-46s40 12 42 46zM56 82a20 24 0 1 1 0-48 20 24 0 0 1 0 48z"
      />
      <path
        className={styles.portraitLight}
        d="M140 136c0-38 12-52 36-54s46 20 46 54zM174 76a19 23 0 1 1 4-46 19 23 0 0 1-4 46z"
      />
      <path
        className={styles.portraitDark}
        d="M258 136c6-30 22-40 48-40 22 0 38 12 42 40zM300 90a21 25 0 1 1 6-50 21 25 0 0 1-6 50z"
      />
    </svg>
  );
}
