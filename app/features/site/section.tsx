import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./section.module.css";
import site from "./site.module.css";

type Props = {
  /** The heading that names the section. Without a visible heading, `label` does. */
  labelledBy?: string;
  label?: string;
  id?: string;
  /** `band` is the only sunken band of a page. It is never next to another band. */
  tone?: "paper" | "band";
  className?: string;
  /** For the inner box, 1200 px wide. */
  insideClassName?: string;
  children: ReactNode;
};

/** One page section on paper, 1200 px wide inside. */
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

/** The header of a section: the headline on the left, a short paragraph or figure on the right, aligned at the bottom. */
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
