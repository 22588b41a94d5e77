import { useOutletContext } from "react-router";
import { AnalyticsScreen } from "~/features/crm/analytics/analytics-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { CrmContext } from "./crm-layout.tsx";

export const meta = () => portalMeta("Analytics");

/** Figures over leads: the team's, or a rep's own. */
export default function Analytics() {
  return <AnalyticsScreen isAdmin={useOutletContext<CrmContext>().role === "admin"} />;
}
