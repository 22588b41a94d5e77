import type { ReactNode } from "react";
import { closingSteps } from "~/content/closing-steps.ts";
import { faqs } from "~/content/faq.ts";
import { fits } from "~/content/fit.ts";
import type { TierPageText } from "~/content/tier-pages/tier-page.ts";
import { ClosingCall } from "../closing-call.tsx";
import { DemoMetrics } from "../demo-metrics/demo-metrics.tsx";
import { Faq } from "../faq/faq.tsx";
import { FitList } from "../fit/fit-list.tsx";
import { FunnelRule } from "../funnel-rule.tsx";
import { Section, SectionHead } from "../section.tsx";
import site from "../site.module.css";
import { TierHero } from "./tier-hero.tsx";
import { TierNeighbors } from "./tier-neighbors.tsx";

type Props = {
  page: TierPageText;
  /** The product view in the hero. */
  picture: ReactNode;
  features: ReactNode;
  /** The drawing of the process section. See How It Works scrolls to it. */
  process: ReactNode;
};

/** The shared layout of the six tier pages (spec §2). Each page passes its own drawings. */
export function TierPage({ page, picture, features, process }: Props) {
  return (
    <>
      <TierHero page={page}>{picture}</TierHero>
      {features}
      <FunnelRule />
      <DemoMetrics path={page.path} headline={page.demoHeadline} />
      <Section id="process" labelledBy="process-title" tone="band">
        <SectionHead id="process-title" headline={page.process.headline}>
          <p className={site.body}>{page.process.text}</p>
        </SectionHead>
        {process}
      </Section>
      <FitList title={`Is ${page.name} a fit?`} fit={fits[page.fit]} />
      <FunnelRule />
      <TierNeighbors path={page.path} />
      <Faq id="faq" headline="Questions before you sign." items={faqs[page.faq]} />
      <ClosingCall {...page.closing} steps={closingSteps} />
    </>
  );
}
