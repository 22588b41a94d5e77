import { InvoiceScreen } from "~/features/billing/invoice/invoice-screen.tsx";
import { PageSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { PortalPage } from "~/features/portal/shell/portal-page.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import { requireAccess } from "~/shared/require-access.ts";
import type { Route } from "./+types/invoice.ts";

export const meta = () => portalMeta("Invoice");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAccess(request, { role: "client" });
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSkeleton;

/** /invoices/:invoiceId: one of the client's own invoices. */
export default function Invoice({ loaderData: { user, role }, params }: Route.ComponentProps) {
  return (
    <PortalPage user={user} role={role} title="Client Portal" home="/client-dashboard">
      <InvoiceScreen key={params.invoiceId} user={user} invoiceId={params.invoiceId} />
    </PortalPage>
  );
}
