import { clsx } from "clsx";
import { terms, termsSections } from "~/content/terms/terms.ts";
import { PageHero } from "../page-hero.tsx";
import site from "../site.module.css";
import { BillingCycle } from "./billing-cycle.tsx";
import styles from "./terms.module.css";
import { TermsClauses } from "./terms-clauses.tsx";

/** The eight sections of spec §2, their contents beside them where there is room. */
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
