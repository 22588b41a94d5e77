import { useOutletContext } from "react-router";
import { InvoiceScreen } from "~/features/billing/invoice/invoice-screen.tsx";
import { ContentSkeleton } from "~/features/portal/shell/page-skeleton.tsx";
import { portalMeta } from "~/shared/page-meta.ts";
import type { Route } from "./+types/view-as-invoice.ts";
import type { ViewAsOutlet } from "./view-as-layout.tsx";

export const meta = () => portalMeta("View as client");

export const HydrateFallback = ContentSkeleton;

/** One of the client's invoices as the client sees it. */
export default function ViewAsInvoice({ params }: Route.ComponentProps) {
  const { user } = useOutletContext<ViewAsOutlet>();
  return <InvoiceScreen key={params.invoiceId} user={user} invoiceId={params.invoiceId} />;
}
