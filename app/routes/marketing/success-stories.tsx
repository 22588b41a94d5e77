import type { ReactNode } from "react";
import { stories, successStories } from "~/content/stories/success-stories.ts";
import { ClosingCall } from "~/features/site/closing-call.tsx";
import { FunnelRule } from "~/features/site/funnel-rule.tsx";
import { PageHero } from "~/features/site/page-hero.tsx";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { organization } from "~/features/site/seo/structured-data.ts";
import { BudgetSlopes } from "~/features/site/stories/budget-slopes.tsx";
import { ClaimsMet } from "~/features/site/stories/claims-met.tsx";
import { LateHours } from "~/features/site/stories/late-hours.tsx";
import { PaybackChart } from "~/features/site/stories/payback-chart.tsx";
import { ReplyStrips } from "~/features/site/stories/reply-strips.tsx";
import { StoryIndex } from "~/features/site/stories/story-index.tsx";
import { StorySection } from "~/features/site/stories/story-section.tsx";

const pictures: Record<string, { picture: ReactNode; tall?: boolean }> = {
  "kiln-aesthetics": { picture: <ReplyStrips /> },
  fieldhouse: { picture: <BudgetSlopes />, tall: true },
  "casa-verbena": { picture: <PaybackChart />, tall: true },
  "bright-harbor": { picture: <LateHours /> },
};

export function meta() {
  const { title, description } = successStories;
  return pageDescription({ path: "/success-stories", title, description, about: [organization()] });
}

/** Four clients before and after, with a drawing of each change. */
export default function SuccessStories() {
  return (
    <>
      <PageHero headline={successStories.headline} lead={successStories.lead}>
        <StoryIndex />
      </PageHero>
      {stories.map((story, index) => (
        // The second story has the band background. A rule separates the two plain sections after it.
        <div key={story.id}>
          {index === 3 ? <FunnelRule /> : null}
          <StorySection story={story} tone={index === 1 ? "band" : "paper"} tall={pictures[story.id]?.tall}>
            {pictures[story.id]?.picture}
          </StorySection>
        </div>
      ))}
      <FunnelRule />
      <ClaimsMet />
      <ClosingCall {...successStories.closing} />
    </>
  );
}
