import { AccountsScreen } from "~/features/admin/accounts/accounts-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import { skipRevalidationOnSearchChange } from "~/shared/skip-revalidation.ts";
import type { Route } from "./+types/accounts.ts";

export const meta = () => portalMeta("Clients: accounts");

export const handle = { title: "Clients" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = skipRevalidationOnSearchChange;

export const HydrateFallback = ContentSkeleton;

/** /admin/accounts: role admin. */
export default function Accounts() {
  return <AccountsScreen />;
}
