import { useSearchParams } from "react-router";
import { AdminSetupCard } from "~/features/admin/setup/admin-setup-card.tsx";
import { PayAllButton } from "~/features/billing/invoice/invoice-buttons.tsx";
import { InvoicesTab } from "~/features/billing/invoice/invoices-tab.tsx";
import { PremiumPlanCard } from "~/features/billing/premium-plan/premium-plan-card.tsx";
import {
  ClientDashboardScreen,
  ClientGreeting,
  type ClientTab,
} from "~/features/portal/client-billing/client-dashboard-screen.tsx";
import { LeadDashboardCard } from "~/features/portal/embedded-dashboard/lead-dashboard-card.tsx";
import { MyRequests } from "~/features/portal/service-request/my-requests.tsx";
import { ServiceRequestDialog } from "~/features/portal/service-request/service-request-dialog.tsx";
import { PageSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal/shell/portal-page.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { useProfile } from "~/shared/use-profile.ts";
import type { Route } from "./+types/client-dashboard.ts";

export const meta = () => portalMeta("Client dashboard");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "client" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = PageSkeleton;

const TABS: readonly ClientTab[] = ["dashboard", "invoices", "retainers", "communication"];

/** /client-dashboard (spec §2): role client. The tab is in the URL, so that links can open it. */
export default function ClientDashboard({ loaderData: { user, role } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "dashboard";
  const company = useProfile(user.id).data?.company ?? "";
  const showTab = (next: ClientTab) =>
    setSearch(next === "dashboard" ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  const serviceRequest = <ServiceRequestDialog key={company} user={user} businessName={company} />;
  return (
    <PortalPage user={user} role={role} title="Client Portal" home="/client-dashboard">
      <ClientGreeting user={user} actions={serviceRequest} />
      <AdminSetupCard userId={user.id} />
      <ClientDashboardScreen
        user={user}
        tab={tab}
        onTabChange={showTab}
        plan={<PremiumPlanCard user={user} />}
        payAll={(due) => <PayAllButton due={due} className="phone:w-full" />}
        leadDashboard={<LeadDashboardCard userId={user.id} audience="client" />}
        invoices={(counts) => <InvoicesTab userId={user.id} counts={counts} />}
        serviceRequest={serviceRequest}
        requests={<MyRequests userId={user.id} />}
      />
    </PortalPage>
  );
}
