import type { ReactNode } from "react";

type Props = {
  /** The heading that names the section. */
  labelledBy: string;
  id?: string;
  /** `band` is the one sunken band of a page; never next to another. */
  tone?: "paper" | "band";
  className?: string;
  children: ReactNode;
};

/** One section of a page on paper, 1200 px wide inside. */
export function Section({ labelledBy, id, tone = "paper", className = "", children }: Props) {
  return (
    <section
      id={id}
      className={`section ${tone === "band" ? "section-band" : ""} ${className}`}
      aria-labelledby={labelledBy}
    >
      <div className="wrap">{children}</div>
    </section>
  );
}

/** The head of a section: the sentence at the left, one short paragraph or figure at the right, bottoms aligned. */
export function SectionHead({ id, headline, children }: { id: string; headline: string; children: ReactNode }) {
  return (
    <div className="section-head">
      <h2 className="title-2" id={id}>
        {headline}
      </h2>
      {children}
    </div>
  );
}
