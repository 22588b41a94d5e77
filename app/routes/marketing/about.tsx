import { about } from "~/content/about-copy.ts";
import { AboutStory } from "~/features/site/about/about-story.tsx";
import { ClaimNumbers } from "~/features/site/about/claim-numbers.tsx";
import { PeopleHours } from "~/features/site/about/people-hours.tsx";
import { Refusals } from "~/features/site/about/refusals.tsx";
import { ReplyLog } from "~/features/site/about/reply-log.tsx";
import { WeekPlan } from "~/features/site/about/week-plan.tsx";
import { ClosingCall } from "~/features/site/closing-call.tsx";
import { FunnelRule } from "~/features/site/funnel-rule.tsx";
import { PageHero } from "~/features/site/page-hero.tsx";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { organization } from "~/features/site/seo/structured-data.ts";

export function meta() {
  const { title, description } = about;
  return pageDescription({ path: "/about", title, description, about: [organization()] });
}

/** The agency: its history, methods, limits, figures and people. */
export default function About() {
  return (
    <>
      <PageHero headline={about.headline} lead={about.lead}>
        <ReplyLog />
      </PageHero>
      <AboutStory />
      <WeekPlan />
      <Refusals />
      <FunnelRule />
      <ClaimNumbers />
      <FunnelRule />
      <PeopleHours />
      <ClosingCall {...about.closing} />
    </>
  );
}
