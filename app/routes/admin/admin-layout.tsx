import { Outlet } from "react-router";
import { AdminSetupCard } from "~/features/admin/setup/admin-setup-card.tsx";
import { AdminShellSkeleton } from "~/features/portal/shell/admin-shell.tsx";
import { requireAccess } from "~/shared/require-access.ts";
import { usePageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import type { Route } from "./+types/admin-layout.ts";
import { AdminFrame } from "./admin-frame.tsx";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request);
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = AdminShellSkeleton;

/** The admin layout (spec §2): sidebar and header for the admin pages. */
export default function AdminLayout({ loaderData: { user } }: Route.ComponentProps) {
  const { bare } = usePageHandle();
  return (
    <AdminFrame user={user}>
      {!bare && <AdminSetupCard userId={user.id} />}
      <Outlet />
    </AdminFrame>
  );
}
