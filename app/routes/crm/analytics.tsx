import { AnalyticsScreen } from "~/features/crm-analytics/analytics-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";

export const meta = () => portalMeta("Analytics");

/** Figures over the team's leads. */
export default function Analytics() {
  return <AnalyticsScreen />;
}
