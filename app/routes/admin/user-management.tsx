import { AuditLog } from "~/features/admin/audit-log/audit-log.tsx";
import { usePendingCount } from "~/features/admin/overview/api.ts";
import { InviteDialog } from "~/features/admin/people/invite-dialog.tsx";
import { type PeopleTab, PeopleTabs } from "~/features/admin/people/people-tabs.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { useUrlTab } from "~/shared/use-url-tab.ts";
import type { Route } from "./+types/user-management.ts";

export const meta = () => portalMeta("User Management");

export const handle = { title: "User Management" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = ContentSkeleton;

const TABS: readonly [PeopleTab, ...PeopleTab[]] = ["members", "pending", "invitations", "audit"];

/** /user-management (spec §2 Admin layout): members, pending sign-ups, invitations and the audit log. */
export default function UserManagement({ loaderData: { user } }: Route.ComponentProps) {
  const [tab, showTab] = useUrlTab(TABS);
  return (
    <PeopleTabs
      tab={tab}
      onTabChange={showTab}
      adminId={user.id}
      pending={usePendingCount()}
      audit={<AuditLog />}
      action={<InviteDialog />}
    />
  );
}
