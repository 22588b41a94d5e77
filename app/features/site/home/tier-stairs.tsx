import { home } from "~/content/home-copy.ts";
import { services, tiers } from "~/content/tiers.ts";
import { Section } from "../section.tsx";
import { ServiceCell } from "./service-cell.tsx";
import { TierStep } from "./tier-step.tsx";
import "./tier-stairs.css";
import "./tier-rows.css";

/** The seven services (spec §2): five funnels as stairs whose tops rise with the price of the offer, and two cells below. */
export function TierStairs() {
  return (
    <Section labelledBy="services-title" id="services" className="services-section">
      <div className="stairs">
        <div className="stairs-intro">
          <h2 className="title-2" id="services-title">
            {home.services.headline}
          </h2>
          <p className="lead">{home.services.lead}</p>
        </div>
        {tiers.map((tier) => (
          <TierStep key={tier.id} tier={tier} />
        ))}
      </div>
      <div className="service-pair">
        {services.map((service) => (
          <ServiceCell key={service.id} service={service} />
        ))}
      </div>
    </Section>
  );
}
