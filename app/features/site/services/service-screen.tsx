import { clsx } from "clsx";
import type { ReactNode } from "react";
import { serviceNavigation } from "~/content/navigation.ts";
import { serviceLines } from "~/content/services/service-lines.ts";
import type { ServicePage } from "~/content/services/service-page.ts";
import { ClosingCall } from "../closing-call.tsx";
import { Faq } from "../faq/faq.tsx";
import { FunnelRule } from "../funnel-rule.tsx";
import { PageHero } from "../page-hero.tsx";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import { ServiceInTiers } from "./service-in-tiers.tsx";
import styles from "./service-screen.module.css";
import { ServiceWeeks } from "./service-weeks.tsx";

type Props = {
  page: ServicePage;
  /** The drawing of this service. Each page has a different one. */
  children: ReactNode;
};

/** The shared layout of the five service pages. */
export function ServiceScreen({ page, children }: Props) {
  return (
    <>
      <PageHero headline={page.headline} lead={page.lead}>
        <figure className={styles.stage}>
          {children}
          <figcaption>{page.caption}</figcaption>
        </figure>
      </PageHero>
      <ServiceScope page={page} />
      <ServiceWeeks weeks={page.weeks} />
      <ServiceDeliverables gets={page.gets} />
      <FunnelRule />
      <ServiceInTiers inTiers={page.inTiers} />
      <FunnelRule />
      <Faq id="service-faq" headline={page.faqHeadline} items={page.faq} />
      <RelatedServices path={page.path} />
      <ClosingCall {...page.closing} />
    </>
  );
}

/** What the service is and is not. */
function ServiceScope({ page: { name, what } }: { page: ServicePage }) {
  return (
    <Section labelledBy="service-what">
      <div className={styles.split}>
        <div>
          <h2 className={site.title} id="service-what">
            {what.headline}
          </h2>
        </div>
        <div className={styles.prose}>
          {what.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className={styles.not}>
            <b>What {name} isn’t.</b> {what.not}
          </p>
        </div>
      </div>
    </Section>
  );
}

/** What a client receives from the service, where, and how often. */
function ServiceDeliverables({ gets: { headline, items } }: { gets: ServicePage["gets"] }) {
  return (
    <Section labelledBy="service-gets">
      {/* A table header must not contain a heading, so a visually hidden one comes before it. */}
      <h2 className={site.visuallyHidden} id="service-gets">
        {headline}
      </h2>
      <table className={styles.gets}>
        <thead>
          <tr>
            <th className={clsx(site.title, styles.title)} scope="col">
              {headline}
            </th>
            <th scope="col">Where</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ what, where, when }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{where}</td>
              <td>{when}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The other four services, one line each. */
function RelatedServices({ path }: { path: string }) {
  return (
    <nav className={clsx(site.wrap, styles.siblings)} aria-labelledby="service-siblings">
      <h2 id="service-siblings">The other four</h2>
      <ul>
        {serviceNavigation
          .filter(({ href }) => href !== path)
          .map(({ label, href }) => (
            <li key={href}>
              <a href={href}>{label}</a>
              <span>{serviceLines[href]}</span>
            </li>
          ))}
      </ul>
    </nav>
  );
}
