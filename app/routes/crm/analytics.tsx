import { useOutletContext } from "react-router";
import { AnalyticsScreen } from "~/features/crm/analytics/analytics-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Analytics");

/** Lead figures: the team's, or a rep's own. */
export default function Analytics() {
  return <AnalyticsScreen seesAll={useOutletContext<CrmContext>().seesAll} />;
}
