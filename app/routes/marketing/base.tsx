import { base } from "~/content/tier-pages/base.ts";
import { MovedHour, SourceCosts, TouchBars } from "~/features/site/base/base-drawings.tsx";
import { WeekCalendar } from "~/features/site/base/week-calendar.tsx";
import { WeekFunnel } from "~/features/site/base/week-funnel.tsx";
import { describePage } from "~/features/site/tier/describe-page.ts";
import { TierFeatures } from "~/features/site/tier/tier-features.tsx";
import { TierPage } from "~/features/site/tier/tier-page.tsx";

/** Title, description with its own price wording (spec §9), and the offer, for search engines. */
export function meta() {
  return describePage(base);
}

export default function Base() {
  const pictures = [<TouchBars key="0" />, <MovedHour key="1" />, <SourceCosts key="2" />] as const;
  return (
    <TierPage
      page={base}
      picture={<WeekCalendar />}
      features={<TierFeatures page={base} wide="first" pictures={pictures} />}
      process={<WeekFunnel />}
    />
  );
}
