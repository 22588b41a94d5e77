import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { Link } from "~/ui/link.tsx";
import { InvoiceHead } from "./invoice-head.tsx";
import { InvoiceNotFound } from "./invoice-not-found.tsx";
import { InvoiceNotice } from "./invoice-notice.tsx";
import { InvoiceSheet } from "./invoice-sheet.tsx";
import { InvoiceSkeleton } from "./invoice-skeleton.tsx";
import { InvoiceTimeline } from "./invoice-timeline.tsx";
import { loadInvoice } from "./load-invoice.ts";

type Props = { user: { id: string; email?: string | undefined }; invoiceId: string };

/** One invoice: what it is for, what is owed, what happened, and how to pay it. */
export function InvoiceScreen({ user, invoiceId }: Props) {
  const query = useQuery({
    queryKey: queryKeys.invoice(user.id, invoiceId),
    queryFn: () => loadInvoice(user.id, invoiceId),
    // Asked anew whenever it is opened: it may have been paid meanwhile.
    staleTime: 0,
  });
  return (
    <>
      <Link asChild subtle className="-my-1 inline-flex w-fit phone:-my-3 items-center gap-1.5 text-13">
        <RouterLink to="/client-dashboard?tab=invoices">
          <ArrowLeft aria-hidden="true" size={14} />
          Back to Invoices
        </RouterLink>
      </Link>
      <QueryBoundary query={query} errorMessage="This invoice could not be loaded" skeleton={<InvoiceSkeleton />}>
        {(details) =>
          details ? (
            <>
              <InvoiceHead details={details} />
              <InvoiceNotice details={details} />
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
                <InvoiceSheet details={details} user={user} />
                <InvoiceTimeline details={details} />
              </div>
            </>
          ) : (
            <InvoiceNotFound />
          )
        }
      </QueryBoundary>
    </>
  );
}
