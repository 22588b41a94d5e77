import { useOutletContext } from "react-router";
import { AnalyticsScreen } from "~/features/crm/analytics/analytics-screen.tsx";
import { PremiumGate } from "~/features/crm/workspace/premium-gate.tsx";
import { ResponseFigures } from "~/features/crm/workspace/response-figures.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Analytics");

/** Lead figures: the team's, or a rep's own. */
export default function Analytics() {
  const { seesAll } = useOutletContext<CrmContext>();
  return (
    <PremiumGate
      title="All analytics are part of Premium"
      text="Funnels, sources, campaigns, lost reasons and the forecast, for any period. Each figure opens its leads."
      before={<ResponseFigures />}
    >
      <AnalyticsScreen seesAll={seesAll} />
    </PremiumGate>
  );
}
