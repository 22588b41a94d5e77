import { multiPlatformManagement } from "~/content/services/multi-platform-management.ts";
import { ChannelBoard } from "~/features/site/services/channel-board.tsx";
import { serviceDescription } from "~/features/site/services/service-description.ts";
import { ServiceScreen } from "~/features/site/services/service-screen.tsx";

export function meta() {
  return serviceDescription(multiPlatformManagement);
}

export default function MultiPlatformManagement() {
  return (
    <ServiceScreen page={multiPlatformManagement}>
      <ChannelBoard />
    </ServiceScreen>
  );
}
