import { AdminSetupCard } from "~/features/admin/setup/admin-setup-card.tsx";
import { PayAllButton } from "~/features/billing/invoice/pay-all-button.tsx";
import { PremiumPlanCard } from "~/features/billing/premium-plan/premium-plan-card.tsx";
import { PortalOverview } from "~/features/portal/client-billing/portal-overview.tsx";
import { LeadDashboardCard } from "~/features/portal/embedded-dashboard/lead-dashboard-card.tsx";
import { DashboardHeader } from "~/features/portal/home/dashboard-header.tsx";
import { NoRoleCard } from "~/features/portal/home/no-role-card.tsx";
import { WorkspaceLink } from "~/features/portal/home/workspace-link.tsx";
import { ServiceRequestDialog } from "~/features/portal/service-request/service-request-dialog.tsx";
import { PageSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal/shell/portal-page.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { roleHome } from "../../../domain/roles.ts";
import type { Route } from "./+types/dashboard.ts";

export const meta = () => portalMeta("Your Dashboard");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request);
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSkeleton;

/** /dashboard (spec §2): login required. */
export default function Dashboard({ loaderData: { user, role } }: Route.ComponentProps) {
  const company = useProfile(user.id).data?.company ?? "";
  return (
    <PortalPage user={user} role={role} title="Client Portal" home={roleHome(role)}>
      <DashboardHeader
        user={user}
        actions={
          role && (
            <>
              {role === "client" && <WorkspaceLink />}
              <ServiceRequestDialog key={company} user={user} businessName={company} />
            </>
          )
        }
      />
      <AdminSetupCard userId={user.id} />
      {role === "client" && (
        <PortalOverview user={user} payAll={(due) => <PayAllButton userId={user.id} due={due} />} />
      )}
      {!role && <NoRoleCard email={user.email} />}
      <LeadDashboardCard
        userId={user.id}
        audience={role === "admin" || role === "client" ? role : "user"}
        company={company || undefined}
      />
      {/* The plan is for clients. The team has full access. */}
      {role === "client" && <PremiumPlanCard user={user} />}
    </PortalPage>
  );
}
