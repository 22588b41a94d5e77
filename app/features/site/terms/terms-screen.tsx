import { clsx } from "clsx";
import type { ReactNode } from "react";
import { terms, termsSections } from "~/content/terms/terms.ts";
import type { TermsSection } from "~/content/terms/terms-section.ts";
import { PageHero } from "../page-hero.tsx";
import site from "../site.module.css";
import styles from "./terms.module.css";

/** The eight sections of spec §2, with their table of contents beside them if there is room. */
export function TermsScreen() {
  return (
    <>
      <PageHero className={styles.hero} headline={terms.headline} lead={terms.lead}>
        <ul className={styles.short}>
          {terms.short.map(({ href, name, text }) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </PageHero>
      <div className={clsx(site.wrap, styles.terms)}>
        <div className={styles.side}>
          <nav className={styles.contents} aria-labelledby="terms-contents">
            <h2 id="terms-contents">Contents</h2>
            <ol>
              {termsSections.map(({ id, name }) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ol>
            <p className={clsx(site.note, styles.updated)}>
              Last updated <time dateTime={terms.updated.iso}>{terms.updated.text}</time>
            </p>
          </nav>
        </div>
        <div className={styles.text}>
          {termsSections.map((section, index) => (
            <TermsClauses key={section.id} section={section} number={index + 1}>
              {section.id === "cancellation" ? <BillingCycle /> : null}
            </TermsClauses>
          ))}
        </div>
      </div>
    </>
  );
}

type Props = { section: TermsSection; number: number; children?: ReactNode };

/** One section of the terms, with numbered clauses for citation. */
function TermsClauses({ section: { id, name, inShort, clauses }, number, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <span>{number}</span> {name}
      </h2>
      <p className={styles.inShort}>{inShort}</p>
      {children}
      {clauses.map(({ text, items }, index) => (
        <div className={styles.clause} key={text}>
          <span className={styles.number}>
            {number}.{index + 1}
          </span>
          <div>
            <p>{text}</p>
            {items ? (
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : null}
          </div>
        </div>
      ))}
    </section>
  );
}

const DAYS = Array.from({ length: 30 }, (_, day) => day + 1);
/** Spec §9: not within 10 days before a new billing cycle. */
const CLOSED_FROM = 21;

/** A billing cycle of 30 days: on which days a cancellation still counts for this cycle. */
function BillingCycle() {
  return (
    <figure className={styles.cycle}>
      <div
        role="img"
        aria-label="A 30-day cycle: if you cancel on days 1 to 20, the service ends with this cycle; on days 21 to 30, with the next"
      >
        <ol>
          {DAYS.map((day) => (
            <li key={day} className={day >= CLOSED_FROM ? styles.dayClosed : undefined}>
              {day === 1 || day % 10 === 0 ? day : null}
            </li>
          ))}
        </ol>
        <p>
          <span>Days 1–20: ends with this cycle</span>
          <span>Last 10 days: ends with the next</span>
        </p>
      </div>
      <figcaption className={site.note}>
        A 30-day billing cycle, and when a cancellation on each day takes effect.
      </figcaption>
    </figure>
  );
}
