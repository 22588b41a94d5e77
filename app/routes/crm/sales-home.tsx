import { PageSkeleton } from "~/features/portal-shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal-shell/portal-page.tsx";
import { SalesHomeScreen } from "~/features/sales-home/sales-home-screen.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import { PageHeader } from "~/ui/page-header.tsx";
import type { Route } from "./+types/sales-home.ts";

export const meta = () => portalMeta("Leads");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "sales" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSkeleton;

/** /crm (spec §2): the home of active sales people. */
export default function SalesHome({ loaderData: { user, role } }: Route.ComponentProps) {
  return (
    <PortalPage user={user} role={role} title="Sales" home="/crm">
      <PageHeader title="Leads" description="Your own and the unclaimed ones, newest first" />
      <SalesHomeScreen userId={user.id} />
    </PortalPage>
  );
}
