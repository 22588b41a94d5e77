import { customerAcquisition } from "~/content/services/customer-acquisition.ts";
import { ClientLedger } from "~/features/site/services/client-ledger.tsx";
import { serviceDescription } from "~/features/site/services/service-description.ts";
import { ServiceScreen } from "~/features/site/services/service-screen.tsx";

export function meta() {
  return serviceDescription(customerAcquisition);
}

export default function CustomerAcquisition() {
  return (
    <ServiceScreen page={customerAcquisition}>
      <ClientLedger />
    </ServiceScreen>
  );
}
