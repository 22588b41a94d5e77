import { useSearchParams } from "react-router";
import { AdminOverview } from "~/features/admin-dashboard/admin-overview.tsx";
import { type AdminTab, AdminTabs } from "~/features/admin-dashboard/admin-tabs.tsx";
import { LeadDashboardCard } from "~/features/lead-dashboard/lead-dashboard-card.tsx";
import { ApprovalsList } from "~/features/people/approvals-list.tsx";
import { PeopleTable } from "~/features/people/people-table.tsx";
import { ContentSkeleton } from "~/features/portal-shell/page-skeleton.tsx";
import { keepGuardOnSearchChange } from "~/shared/keep-guard.ts";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { useProfile } from "~/shared/use-profile.ts";
import type { Route } from "./+types/admin.ts";

export const meta = () => portalMeta("Admin Dashboard");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Spec §6: on /admin the explicit rule wins over the role's own home.
  return requireAccess(request, { role: "admin", elsewhere: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = keepGuardOnSearchChange;

export const HydrateFallback = ContentSkeleton;

const TABS: readonly AdminTab[] = ["dashboard", "approvals", "users"];

/** /admin (spec §2): role admin. */
export default function Admin({ loaderData: { user } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("tab")) ?? "dashboard";
  const company = useProfile(user.id).data?.company || undefined;
  const showTab = (next: AdminTab) =>
    setSearch(next === "dashboard" ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  return (
    <>
      <AdminOverview onReview={() => showTab("approvals")} />
      <AdminTabs
        tab={tab}
        onTabChange={showTab}
        dashboard={<LeadDashboardCard userId={user.id} reader="admin" company={company} />}
        approvals={<ApprovalsList />}
        users={<PeopleTable adminId={user.id} />}
      />
    </>
  );
}
