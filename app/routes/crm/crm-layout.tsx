import { Outlet } from "react-router";
import type { LeadRef } from "~/features/crm/lib/lead-types.ts";
import { CrmShellSkeleton } from "~/features/crm/shell/crm-shell.tsx";
import { requireAccess } from "~/shared/require-access.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import type { Role } from "../../../domain/roles.ts";
import type { Route } from "./+types/crm-layout.ts";
import { CrmFrame } from "./crm-frame.tsx";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: ["sales", "admin"] });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = CrmShellSkeleton;

/** What the layout passes to its pages. */
export type CrmContext = {
  role: Role | null;
  /** Whether the user sees the leads of all people, or only their own and unowned ones. */
  seesAll: boolean;
  /** Whether the user decides for the whole team: its shared views and lists. */
  managesTeam: boolean;
  onWon: (lead: LeadRef) => void;
};

/** The CRM (spec §2: /crm): for active sales users and admins. */
export default function CrmLayout({ loaderData: { user, role } }: Route.ComponentProps) {
  const isAdmin = role === "admin";
  return (
    <CrmFrame user={user} role={role}>
      {(onWon) => <Outlet context={{ role, seesAll: isAdmin, managesTeam: isAdmin, onWon } satisfies CrmContext} />}
    </CrmFrame>
  );
}
