import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { home } from "~/content/home-copy.ts";
import type { Service, Tier } from "~/content/tiers.ts";
import { services, tiers } from "~/content/tiers.ts";
import { formatDollars } from "../../../../domain/money.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import offer from "./offer.module.css";
import styles from "./tier-stairs.module.css";

/** The seven services (spec §2): five funnels as stairs that rise with the price of the offer, and two cells below. */
export function TierStairs() {
  return (
    <Section labelledBy="services-title" id="services" className={styles.section}>
      <div className={styles.stairs}>
        <div className={styles.intro}>
          <h2 className={site.title} id="services-title">
            {home.services.headline}
          </h2>
          <p className={clsx(site.lead, styles.lead)}>{home.services.lead}</p>
        </div>
        {tiers.map((tier, nth) => (
          <TierStep key={tier.id} tier={tier} nth={nth} />
        ))}
      </div>
      <div className={styles.services}>
        {services.map((service) => (
          <ServiceCell key={service.id} service={service} />
        ))}
      </div>
    </Section>
  );
}

/** One tier as a step: name, suitable offers, headline, contents, price. The whole step is the link. */
function TierStep({ tier, nth }: { tier: Tier; nth: number }) {
  const { name, href, headline, offers, price, popular, includes } = tier;
  return (
    <article
      className={clsx(offer.offer, styles.step, popular && styles.popular)}
      style={{ "--nth": nth } as CSSProperties}
    >
      {popular ? <p className={styles.flag}>Most popular</p> : null}
      <h3>
        <a href={href}>{name}</a>
        <UpArrow />
      </h3>
      <p className={styles.offers}>
        For offers of <span className={site.num}>{offers}</span>
      </p>
      <p className={styles.headline}>{headline}</p>
      <ul>
        {includes.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className={clsx(offer.price, styles.price)}>
        <span className={clsx(site.figure, offer.figure)}>{formatDollars(price.monthlyCents / 100)}</span>
        <span>
          a month
          <span className={styles.comma}>, </span>
          <span className={styles.setup}>{formatDollars(price.setupCents / 100)} setup</span>
        </span>
      </p>
    </article>
  );
}

/** A service without a price of its own, below the stairs. */
function ServiceCell({ service }: { service: Service }) {
  return (
    <article className={clsx(offer.offer, styles.cell)}>
      <div>
        <h3>
          <a href={service.href}>{service.name}</a>
          <UpArrow />
        </h3>
        <p className={styles.line}>{service.line}</p>
      </div>
      <p className={clsx(offer.price, styles.cellPrice)}>
        <span className={clsx(site.figure, offer.figure)}>{service.figure}</span>
        <span>{service.unit}</span>
      </p>
    </article>
  );
}

/** An arrow that points forward and up. */
function UpArrow() {
  return (
    <svg className={offer.arrow} viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <path d="M3 11 11 3M4.5 3H11v6.5" />
    </svg>
  );
}
