import { ads } from "~/content/tier-pages/ads.ts";
import { AdAccount } from "~/features/site/ads/ad-account.tsx";
import { ConversionTaper, PlacesLeft, TrafficBars } from "~/features/site/ads/ads-drawings.tsx";
import { BudgetWeeks } from "~/features/site/ads/budget-weeks.tsx";
import { describePage } from "~/features/site/tier/describe-page.ts";
import { TierFeatures } from "~/features/site/tier/tier-features.tsx";
import { TierPage } from "~/features/site/tier/tier-page.tsx";

/** Title, description with its own price wording (spec §9), and the offer, for search engines. */
export function meta() {
  return describePage(ads);
}

export default function Advertisements() {
  const pictures = [<PlacesLeft key="0" />, <TrafficBars key="1" />, <ConversionTaper key="2" />] as const;
  return (
    <TierPage
      page={ads}
      picture={<AdAccount />}
      features={<TierFeatures page={ads} wide="none" pictures={pictures} />}
      process={<BudgetWeeks />}
    />
  );
}
