import { clsx } from "clsx";
import { faqs } from "~/content/faq.ts";
import { consulting, consultingFit, testimonial, transformation, whatYouGet } from "~/content/tier-pages/consulting.ts";
import { ActionLink, Actions } from "../action-link.tsx";
import { ApplicationSection } from "../application/application-section.tsx";
import { Faq } from "../faq/faq.tsx";
import { FitList } from "../fit/fit-list.tsx";
import { FunnelRule } from "../funnel-rule.tsx";
import { InkBand } from "../ink-band.tsx";
import section from "../section.module.css";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import styles from "./consulting-page.module.css";
import { PlanSheet } from "./plan-sheet.tsx";
import { Quote } from "./quote.tsx";

/** The consulting page, in the order of spec §2. */
export function ConsultingPage() {
  return (
    <>
      <ConsultingHero />
      <Testimonial />
      <FunnelRule />
      <WhatYouGet />
      <Quote />
      <Transformation />
      <FunnelRule />
      <FitList
        title="Is consulting a fit?"
        fit={consultingFit}
        yesHeading="Perfect For You"
        notNowHeading="Not Right Now"
      />
      <div className={clsx(site.wrap, styles.fitCheck)}>
        <p>{consulting.fit.text}</p>
        <ActionLink href="#application" weight="outlined">
          Check If We're A Fit
        </ActionLink>
      </div>
      <FunnelRule />
      <Faq id="faq" headline="Questions before the call." items={faqs.consulting} />
      <FunnelRule />
      <ApplicationSection />
    </>
  );
}

/** The first band: the result of consulting, and the plan itself as a sheet. */
function ConsultingHero() {
  return (
    <InkBand className={styles.hero} underBars>
      <div className={clsx(site.wrap, styles.grid)}>
        <div>
          <h1 className={site.heroTitle}>{consulting.headline}</h1>
          <p className={clsx(site.lead, styles.lead)}>{consulting.lead}</p>
          <Actions className={styles.actions}>
            <ActionLink href="#application" weight="primary">
              Start Your Consultation
            </ActionLink>
            <ActionLink href="#quote" weight="text">
              How it’s priced
            </ActionLink>
          </Actions>
        </div>
        <PlanSheet className={styles.sheet} />
      </div>
    </InkBand>
  );
}

/** One client's quote, with the figure that changed. */
function Testimonial() {
  const { words, name, client, change } = testimonial;
  return (
    <section className={section.section} aria-label="What a client says">
      <figure className={clsx(site.wrap, styles.testimonial)}>
        <blockquote>“{words}”</blockquote>
        <figcaption>
          <b>{name}</b>
          {client}
          <span className={styles.change}>
            {change.what}
            <span>
              <s className={site.figure}>{change.before}</s> <span className={site.visuallyHidden}>to</span>
              <b className={clsx(styles.after, site.figure)}>{change.after}</b>
            </span>
          </span>
        </figcaption>
      </figure>
    </section>
  );
}

/** Six cards (spec §2), each with the lasting result. */
function WhatYouGet() {
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

/** Four lines (spec §2), from before to after. */
function Transformation() {
  return (
    <Section labelledBy="transformation-title">
      <h2 className={styles.title} id="transformation-title">
        What changes
      </h2>
      <ul className={styles.lines}>
        {transformation.map(({ from, to }) => (
          <li key={from}>
            <span className={styles.from}>{from}</span> <span className={styles.to}>to</span> <b>{to}</b>
          </li>
        ))}
      </ul>
    </Section>
  );
}
