import { Outlet } from "react-router";
import { CrmShell } from "~/features/crm-shell/crm-shell.tsx";
import { CrmShellSkeleton } from "~/features/crm-shell/crm-shell-skeleton.tsx";
import { keepGuardOnSearchChange } from "~/shared/keep-guard.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { Route } from "./+types/crm-layout.ts";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: ["sales", "admin"] });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = keepGuardOnSearchChange;

export const HydrateFallback = CrmShellSkeleton;

/** The CRM (spec §2: /crm): for active sales people and admins. */
export default function CrmLayout({ loaderData: { user, role } }: Route.ComponentProps) {
  return (
    <CrmShell user={user} role={role}>
      <Outlet />
    </CrmShell>
  );
}
