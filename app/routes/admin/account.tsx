import { AccountScreen } from "~/features/admin/accounts/account-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import type { Route } from "./+types/account.ts";

export const meta = () => portalMeta("Account");

export const handle = { title: "Account" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /admin/accounts/:accountId: role admin. */
export default function Account({ params }: Route.ComponentProps) {
  return <AccountScreen key={params.accountId} accountId={params.accountId} />;
}
