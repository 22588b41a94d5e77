import type { ReactNode } from "react";
import type { ServicePage } from "~/content/services/service-page.ts";
import { ClosingCall } from "../closing-call.tsx";
import { Faq } from "../faq/faq.tsx";
import { FunnelRule } from "../funnel-rule.tsx";
import { PageHero } from "../page-hero.tsx";
import { RelatedServices } from "./related-services.tsx";
import { ServiceDeliverables } from "./service-deliverables.tsx";
import { ServiceInTiers } from "./service-in-tiers.tsx";
import { ServiceScope } from "./service-scope.tsx";
import styles from "./service-screen.module.css";
import { ServiceWeeks } from "./service-weeks.tsx";

type Props = {
  page: ServicePage;
  /** The service's own instrument, drawn: each page has another. */
  children: ReactNode;
};

/** The layout that the five service pages share. */
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
