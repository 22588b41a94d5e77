import { DownloadButton } from "~/features/billing/invoice/invoice-buttons.tsx";
import { AdminInvoiceScreen } from "~/features/billing/ledger/admin-invoice-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { PageHandle } from "~/shared/shell/page-title.ts";
import type { Route } from "./+types/invoice.ts";

export const meta = () => portalMeta("Invoice");

export const handle = { title: "Invoice" } satisfies PageHandle;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "admin", fallbackPath: "/dashboard" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = ContentSkeleton;

/** /admin/billing/:invoiceId: role admin. */
export default function Invoice({ params }: Route.ComponentProps) {
  return (
    <AdminInvoiceScreen
      key={params.invoiceId}
      invoiceId={params.invoiceId}
      download={(invoice) => <DownloadButton invoice={invoice} />}
    />
  );
}
