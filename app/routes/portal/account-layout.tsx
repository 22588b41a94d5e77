import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Outlet, Link as RouterLink } from "react-router";
import { AdminSetupCard } from "~/features/admin/setup/admin-setup-card.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal/shell/portal-page.tsx";
import { slugOfPage, useCameFrom } from "~/shared/came-from.ts";
import { type GuardResult, requireAccess } from "~/shared/require-access.ts";
import { usePageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import { myAccountsQuery } from "~/shared/workspace-query.ts";
import { Link } from "~/ui/link.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { roleHome } from "../../../domain/roles.ts";
import { AdminFrame } from "../admin/admin-frame.tsx";
import type { Route } from "./+types/account-layout.ts";

// Only the sales team needs it.
const CrmFrame = lazy(async () => ({ default: (await import("../crm/crm-frame.tsx")).CrmFrame }));

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request);
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = AccountSkeleton;

/** Settings and help, inside the navigation of the user's role: the admin's, the CRM's, or the client's top bar. */
export default function AccountLayout({ loaderData: { user, role } }: Route.ComponentProps) {
  return (
    <Frame user={user} role={role}>
      <AdminSetupCard userId={user.id} />
      <Outlet />
    </Frame>
  );
}

type FrameProps = Pick<GuardResult, "user" | "role"> & { children: ReactNode };

function Frame({ user, role, children }: FrameProps) {
  const { title } = usePageHandle();
  const workspace = useCameFrom();
  const back = workspace ? <BackToWorkspace page={workspace} /> : null;
  if (role === "admin")
    return (
      <AdminFrame user={user}>
        {back}
        {children}
      </AdminFrame>
    );
  if (role === "sales")
    return (
      <Suspense fallback={<AccountSkeleton />}>
        <CrmFrame user={user} role={role}>
          {() => (
            <div className="mx-auto grid w-full max-w-wrap gap-5 px-4 py-5 md:px-6">
              {back}
              {children}
            </div>
          )}
        </CrmFrame>
      </Suspense>
    );
  return (
    <PortalPage user={user} role={role} title="Client Portal" home={roleHome(role)}>
      <div className="grid gap-3">
        {back ?? <BackLink to={roleHome(role)}>Back to Dashboard</BackLink>}
        <PageHeader title={title} />
      </div>
      {children}
    </PortalPage>
  );
}

/** To the workspace's page from which one came. An admin has no accounts of their own, so it has no name there. */
function BackToWorkspace({ page }: { page: string }) {
  const { data: accounts } = useQuery(myAccountsQuery);
  const name = accounts?.find(({ slug }) => slug === slugOfPage(page))?.name;
  return <BackLink to={page}>Back to {name ?? "the workspace"}</BackLink>;
}

function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link asChild subtle className="-my-1 inline-flex w-fit phone:-my-3 items-center gap-1.5 text-13">
      <RouterLink to={to}>
        <ArrowLeft aria-hidden="true" size={14} />
        <span className="wrap-anywhere">{children}</span>
      </RouterLink>
    </Link>
  );
}

/** Until the guard decides, no one knows the navigation. */
function AccountSkeleton() {
  return (
    <div className="min-h-dvh bg-page text-ink" role="status" aria-label="Loading">
      <div className="h-12 border-line border-b phone:h-14" />
      <div className="mx-auto grid max-w-wrap gap-5 px-4 py-6 md:px-6">
        <ContentSkeleton />
      </div>
    </div>
  );
}
