import { fits } from "~/content/fit.ts";
import { home } from "~/content/home-copy.ts";
import { ApplicationSection } from "~/features/site/application/application-section.tsx";
import { ClosingCall } from "~/features/site/closing-call.tsx";
import { FitList } from "~/features/site/fit/fit-list.tsx";
import { FunnelRule } from "~/features/site/funnel-rule.tsx";
import { ClientNames } from "~/features/site/home/client-names.tsx";
import { HomeHero } from "~/features/site/home/home-hero.tsx";
import { LeadTimeline } from "~/features/site/home/lead-timeline.tsx";
import { MondayReport } from "~/features/site/home/monday-report.tsx";
import { Results } from "~/features/site/home/results.tsx";
import { TierStairs } from "~/features/site/home/tier-stairs.tsx";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { organization } from "~/features/site/seo/structured-data.ts";

/** `/` and `/home` are the same page, and `/` is the canonical URL. */
export function meta() {
  return pageDescription({ path: "/", title: home.title, description: home.description, about: [organization()] });
}

/** Spec §2: hero, client names, seven service cards, three reviews, the fit list, and an application form. */
export default function Home() {
  return (
    <>
      <HomeHero />
      <ClientNames />
      <LeadTimeline />
      <TierStairs />
      <MondayReport />
      <Results />
      <FunnelRule />
      <FitList title="Is this for you?" fit={fits.general} />
      <FunnelRule />
      <ApplicationSection />
      <ClosingCall {...home.closing} />
    </>
  );
}
