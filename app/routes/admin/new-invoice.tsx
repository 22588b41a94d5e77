import { NewInvoiceScreen } from "~/features/billing/ledger/admin-invoice-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import type { Route } from "./+types/new-invoice.ts";

export const meta = () => portalMeta("New invoice");

export const handle = { title: "New invoice" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /admin/billing/new: role admin. */
export default function NewInvoice() {
  return <NewInvoiceScreen />;
}
