import { ManageDashboards } from "~/features/admin/dashboard-manager/manage-dashboards.tsx";
import { LeadsTab } from "~/features/admin/lead-groups/leads-tab.tsx";
import { AdminOverview } from "~/features/admin/overview/admin-overview.tsx";
import { ADMIN_TABS, AdminTabs } from "~/features/admin/overview/admin-tabs.tsx";
import { ApprovalsList } from "~/features/admin/people/approvals-list.tsx";
import { PeopleTable } from "~/features/admin/people/people-table.tsx";
import { LeadDashboardCard } from "~/features/portal/embedded-dashboard/lead-dashboard-card.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { useUrlTab } from "~/shared/use-url-tab.ts";
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
  const [tab, showTab] = useUrlTab(ADMIN_TABS);
  const { read, change } = useUrlState();
  const company = useProfile(user.id).data?.company || undefined;
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
            by={read("by") === "client" ? "company" : "owner"}
            onByChange={(by) => change({ by: by === "company" ? "client" : "" }, { push: true })}
          />
        }
      />
    </>
  );
}
