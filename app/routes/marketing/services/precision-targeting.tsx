import { precisionTargeting } from "~/content/services/precision-targeting.ts";
import { AudienceCuts } from "~/features/site/services/audience-cuts.tsx";
import { serviceDescription } from "~/features/site/services/service-description.ts";
import { ServiceScreen } from "~/features/site/services/service-screen.tsx";

export function meta() {
  return serviceDescription(precisionTargeting);
}

export default function PrecisionTargeting() {
  return (
    <ServiceScreen page={precisionTargeting}>
      <AudienceCuts />
    </ServiceScreen>
  );
}
