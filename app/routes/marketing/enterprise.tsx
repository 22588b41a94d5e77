import { enterprise } from "~/content/tier-pages/enterprise.ts";
import { PipelineLanes, RoutingTree, SupportClock } from "~/features/site/enterprise/enterprise-drawings.tsx";
import { LocationReport } from "~/features/site/enterprise/location-report.tsx";
import { Rollout } from "~/features/site/enterprise/rollout.tsx";
import { describePage } from "~/features/site/tier/describe-page.ts";
import { TierFeatures } from "~/features/site/tier/tier-features.tsx";
import { TierPage } from "~/features/site/tier/tier-page.tsx";

/** Title, description with its own price wording (spec §9), and the offer, for search engines. */
export function meta() {
  return describePage(enterprise);
}

export default function Enterprise() {
  const pictures = [<RoutingTree key="0" />, <SupportClock key="1" />, <PipelineLanes key="2" />] as const;
  return (
    <TierPage
      page={enterprise}
      picture={<LocationReport />}
      features={<TierFeatures page={enterprise} wide="last" pictures={pictures} />}
      process={<Rollout />}
    />
  );
}
