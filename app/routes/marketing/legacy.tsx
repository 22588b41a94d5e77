import { legacy } from "~/content/tier-pages/legacy.ts";
import { AnnotatedPage } from "~/features/site/legacy/annotated-page.tsx";
import { LeadList } from "~/features/site/legacy/lead-list.tsx";
import { Relay } from "~/features/site/legacy/relay.tsx";
import { describePage } from "~/features/site/tier/describe-page.ts";
import { TierPage } from "~/features/site/tier/tier-page.tsx";

/** Title, description with its own price wording (spec §9), and the offer, for search engines. */
export function meta() {
  return describePage(legacy);
}

export default function Legacy() {
  return <TierPage page={legacy} picture={<LeadList />} features={<AnnotatedPage />} process={<Relay />} />;
}
