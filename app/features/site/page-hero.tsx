import type { ReactNode } from "react";
import { Stars } from "./stars.tsx";
import "./page-hero.css";

type Props = {
  headline: string;
  lead: string;
  className?: string;
  /** Below the sentence: what the page is about, drawn. */
  children?: ReactNode;
};

/** The first band of a page that is not a funnel: the sentence at the left, its meaning at the right, bottoms aligned. */
export function PageHero({ headline, lead, className = "", children }: Props) {
  return (
    <div className={`page-hero ink-band under-bars on-ink ${className}`}>
      <Stars />
      <div className="wrap">
        <div className="page-hero-copy">
          <h1 className="title-hero">{headline}</h1>
          <p className="lead">{lead}</p>
        </div>
        {children}
      </div>
    </div>
  );
}
