import { pro } from "~/content/tier-pages/pro.ts";
import { MonthLanes } from "~/features/site/pro/month-lanes.tsx";
import { MonthOfReports, ScoreTree, TestRecord } from "~/features/site/pro/pro-drawings.tsx";
import { TestView } from "~/features/site/pro/test-view.tsx";
import { describePage } from "~/features/site/tier/describe-page.ts";
import { TierFeatures } from "~/features/site/tier/tier-features.tsx";
import { TierPage } from "~/features/site/tier/tier-page.tsx";

/** Title, description with its own price wording (spec §9), and the offer, for search engines. */
export function meta() {
  return describePage(pro);
}

export default function Pro() {
  const pictures = [<TestRecord key="0" />, <ScoreTree key="1" />, <MonthOfReports key="2" />] as const;
  return (
    <TierPage
      page={pro}
      picture={<TestView />}
      features={<TierFeatures page={pro} wide="first" pictures={pictures} />}
      process={<MonthLanes />}
    />
  );
}
