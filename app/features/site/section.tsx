import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./section.module.css";
import site from "./site.module.css";

type Props = {
  /** The heading that names the section; where none is seen, `label` does. */
  labelledBy?: string;
  label?: string;
  id?: string;
  /** `band` is the one sunken band of a page; never next to another. */
  tone?: "paper" | "band";
  className?: string;
  /** Of the box 1200 px wide. */
  insideClassName?: string;
  children: ReactNode;
};

/** One section of a page on paper, 1200 px wide inside. */
export function Section({ labelledBy, label, id, tone, className, insideClassName, children }: Props) {
  return (
    <section
      id={id}
      className={clsx(styles.section, tone === "band" && styles.band, className)}
      aria-labelledby={labelledBy}
      aria-label={label}
    >
      <div className={clsx(site.wrap, insideClassName)}>{children}</div>
    </section>
  );
}

/** The head of a section: the sentence at the left, one short paragraph or figure at the right, bottoms aligned. */
export function SectionHead({ id, headline, children }: { id: string; headline: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 className={site.title} id={id}>
        {headline}
      </h2>
      {children}
    </div>
  );
}
