import { ApprovalsList } from "~/features/people/approvals-list.tsx";
import { PeopleTable } from "~/features/people/people-table.tsx";
import { ContentSkeleton } from "~/features/portal-shell/page-skeleton.tsx";
import { PageTitle } from "~/features/portal-shell/page-title.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { Route } from "./+types/user-management.ts";

export const meta = () => portalMeta("User Management");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /user-management (spec §2 Admin layout): who waits, and everybody. */
export default function UserManagement() {
  return (
    <>
      <PageTitle>User Management</PageTitle>
      <section className="grid gap-3">
        <h3 className="text-sm font-semibold">Waiting for approval</h3>
        <ApprovalsList />
      </section>
      <section className="grid gap-3">
        <h3 className="text-sm font-semibold">Everybody</h3>
        <PeopleTable />
      </section>
    </>
  );
}
