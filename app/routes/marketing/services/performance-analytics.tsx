import { performanceAnalytics } from "~/content/services/performance-analytics.ts";
import { AttributionTable } from "~/features/site/services/attribution-table.tsx";
import { serviceDescription } from "~/features/site/services/service-description.ts";
import { ServiceScreen } from "~/features/site/services/service-screen.tsx";

export function meta() {
  return serviceDescription(performanceAnalytics);
}

export default function PerformanceAnalytics() {
  return (
    <ServiceScreen page={performanceAnalytics}>
      <AttributionTable />
    </ServiceScreen>
  );
}
