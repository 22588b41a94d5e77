import { launch } from "~/content/tier-pages/launch.ts";
import { DayAxis } from "~/features/site/launch/day-axis.tsx";
import { InstallList } from "~/features/site/launch/install-list.tsx";
import { TwoTuesdays } from "~/features/site/launch/two-tuesdays.tsx";
import { describePage } from "~/features/site/tier/describe-page.ts";
import { TierPage } from "~/features/site/tier/tier-page.tsx";

/** Title, description with its own price wording (spec §9), and the offer, for search engines. */
export function meta() {
  return describePage(launch);
}

export default function Launch() {
  return <TierPage page={launch} picture={<InstallList />} features={<TwoTuesdays />} process={<DayAxis />} />;
}
