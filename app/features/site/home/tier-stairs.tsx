import { clsx } from "clsx";
import { home } from "~/content/home-copy.ts";
import { services, tiers } from "~/content/tiers.ts";
import { Section } from "../section.tsx";
import site from "../site.module.css";
import { ServiceCell } from "./service-cell.tsx";
import styles from "./tier-stairs.module.css";
import { TierStep } from "./tier-step.tsx";

/** The seven services (spec §2): five funnels as stairs whose tops rise with the price of the offer, and two cells below. */
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
