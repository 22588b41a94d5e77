import { growthOptimization } from "~/content/services/growth-optimization.ts";
import { serviceDescription } from "~/features/site/services/service-description.ts";
import { ServiceScreen } from "~/features/site/services/service-screen.tsx";
import { TestLadder } from "~/features/site/services/test-ladder.tsx";

export function meta() {
  return serviceDescription(growthOptimization);
}

export default function GrowthOptimization() {
  return (
    <ServiceScreen page={growthOptimization}>
      <TestLadder />
    </ServiceScreen>
  );
}
