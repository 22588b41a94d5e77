import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { recordClientView, type ViewedAccount, viewedAccount } from "~/features/admin/client-record/api.ts";
import { ViewAsBar } from "~/features/admin/client-record/view-as-bar.tsx";
import { PageSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal/shell/portal-page.tsx";
import { requireAccess } from "~/shared/require-access.ts";
import { ViewAsContext } from "~/shared/view-as.tsx";
import type { Role } from "../../../domain/roles.ts";
import type { Route } from "./+types/view-as-layout.ts";

/** The audit log has the visit before anything is shown. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
  const account = await viewedAccount(params.clientId);
  if (!account) throw new Response(null, { status: 404 });
  await recordClientView(account.id);
  return account;
}
clientLoader.hydrate = true as const;

/** One visit is one entry, however many pages the admin opens. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.clientId !== nextParams.clientId;

export const HydrateFallback = PageSkeleton;

const CLIENT: Role = "client";

/** What the layout passes to its pages. */
export type ViewAsOutlet = { user: ViewedAccount };

/** /admin/clients/:clientId/portal: the client's own screens, read only, for an admin. */
export default function ViewAsLayout({ loaderData: user }: Route.ComponentProps) {
  return (
    <ViewAsContext value={user}>
      <ViewAsBar client={user} />
      <PortalPage user={user} role={CLIENT} title="Client Portal" home="/client-dashboard">
        <Outlet context={{ user } satisfies ViewAsOutlet} />
      </PortalPage>
    </ViewAsContext>
  );
}
