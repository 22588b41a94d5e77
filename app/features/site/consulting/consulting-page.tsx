import { clsx } from "clsx";
import { faqs } from "~/content/faq.ts";
import { consulting, consultingFit } from "~/content/tier-pages/consulting.ts";
import { ActionLink } from "../action-link.tsx";
import { ApplicationSection } from "../application/application-section.tsx";
import { Faq } from "../faq/faq.tsx";
import { FitList } from "../fit/fit-list.tsx";
import { FunnelRule } from "../funnel-rule.tsx";
import site from "../site.module.css";
import { ConsultingHero } from "./consulting-hero.tsx";
import styles from "./consulting-page.module.css";
import { Quote } from "./quote.tsx";
import { Testimonial } from "./testimonial.tsx";
import { Transformation } from "./transformation.tsx";
import { WhatYouGet } from "./what-you-get.tsx";

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
      <Faq id="faq" headline="Asked before the call." items={faqs.consulting} />
      <FunnelRule />
      <ApplicationSection />
    </>
  );
}
