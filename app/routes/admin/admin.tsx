import { useSearchParams } from "react-router";
import { ManageDashboards } from "~/features/admin/dashboard-manager/manage-dashboards.tsx";
import { LeadsTab } from "~/features/admin/lead-groups/leads-tab.tsx";
import { AdminOverview } from "~/features/admin/overview/admin-overview.tsx";
import { ADMIN_TABS, type AdminTab, AdminTabs } from "~/features/admin/overview/admin-tabs.tsx";
import { ApprovalsList } from "~/features/admin/people/approvals-list.tsx";
import { PeopleTable } from "~/features/admin/people/people-table.tsx";
import { LeadDashboardCard } from "~/features/portal/embedded-dashboard/lead-dashboard-card.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { useProfile } from "~/shared/use-profile.ts";
import type { Route } from "./+types/admin.ts";

export const meta = () => portalMeta("Admin Dashboard");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Spec §6: on /admin, the explicit rule takes precedence over the role's own home.
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = ContentSkeleton;

/** /admin (spec §2): role admin. The tab and sub-tab are in the URL. */
export default function Admin({ loaderData: { user } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const tab = ADMIN_TABS.find((name) => name === search.get("tab")) ?? "dashboard";
  const company = useProfile(user.id).data?.company || undefined;
  const show = (address: Record<string, string>) => setSearch(address, { replace: true, preventScrollReset: true });
  const showTab = (next: AdminTab) => show(next === "dashboard" ? {} : { tab: next });
  return (
    <>
      <AdminOverview onReview={() => showTab("approvals")} />
      <AdminTabs
        tab={tab}
        onTabChange={showTab}
        dashboard={<LeadDashboardCard userId={user.id} audience="admin" company={company} />}
        dashboards={<ManageDashboards />}
        approvals={<ApprovalsList />}
        users={<PeopleTable adminId={user.id} />}
        leads={
          <LeadsTab
            by={search.get("by") === "client" ? "company" : "owner"}
            onByChange={(by) => show(by === "company" ? { tab: "leads", by: "client" } : { tab: "leads" })}
          />
        }
      />
    </>
  );
}
