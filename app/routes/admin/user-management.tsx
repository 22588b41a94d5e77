import { ApprovalsList } from "~/features/people/approvals-list.tsx";
import { PeopleTable } from "~/features/people/people-table.tsx";
import { ContentSkeleton } from "~/features/portal-shell/page-skeleton.tsx";
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
      <section className="grid gap-3">
        <h2 className="text-sm font-semibold">Waiting for approval</h2>
        <ApprovalsList />
      </section>
      <section className="grid gap-3">
        <h2 className="text-sm font-semibold">Everybody</h2>
        <PeopleTable />
      </section>
    </>
  );
}
