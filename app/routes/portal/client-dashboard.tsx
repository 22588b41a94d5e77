import { AdminSetupCard } from "~/features/admin/setup/admin-setup-card.tsx";
import { PageSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal/shell/portal-page.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import type { Route } from "./+types/client-dashboard.ts";
import { ClientHome } from "./client-home.tsx";

export const meta = () => portalMeta("Client dashboard");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "client" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = PageSkeleton;

/** /client-dashboard (spec §2): role client. */
export default function ClientDashboard({ loaderData: { user, role } }: Route.ComponentProps) {
  return (
    <PortalPage user={user} role={role} title="Client Portal" home="/client-dashboard">
      <ClientHome user={user}>
        <AdminSetupCard userId={user.id} />
      </ClientHome>
    </PortalPage>
  );
}
