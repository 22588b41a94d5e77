import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, FileQuestionMark } from "lucide-react";
import { Link as RouterLink } from "react-router";
import { AskAboutMoney } from "~/shared/ask-owner.tsx";
import { tabTitle } from "~/shared/page-meta.ts";
import { usePortalAccounts } from "~/shared/portal-accounts.tsx";
import { portalRightsQuery } from "~/shared/portal-rights.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { usePortalPath } from "~/shared/view-as.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { Link } from "~/ui/link.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceBalance, readableStatus } from "../../../../domain/invoice-balance.ts";
import { invoiceDescription, isPayable } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { type InvoiceDetails, invoiceQuery } from "./api.ts";
import { billingDetailsQuery } from "./billing-details.tsx";
import { DownloadButton, PayButton } from "./invoice-buttons.tsx";
import { InvoiceTimeline } from "./invoice-history.tsx";
import { InvoiceSheet } from "./invoice-sheet.tsx";

type Props = { user: { id: string; email?: string | undefined }; invoiceId: string };

/** One invoice: its lines, the amount owed, its history and payment. */
export function InvoiceScreen({ user, invoiceId }: Props) {
  const query = useQuery(invoiceQuery(user.id, invoiceId));
  // The sheet names both sides. Without them, it would grow once they arrive.
  const parties = [useAgencyContact(), useProfile(user.id), useQuery(billingDetailsQuery(user.id))];
  const portalPath = usePortalPath();
  return (
    <>
      <Link asChild subtle className="-my-1 inline-flex w-fit phone:-my-3 items-center gap-1.5 text-13">
        <RouterLink to={portalPath("/client-dashboard?tab=invoices")}>
          <ArrowLeft aria-hidden="true" size={14} />
          Back to Invoices
        </RouterLink>
      </Link>
      <QueryBoundary query={query} errorMessage="This invoice couldn't be loaded" skeleton={<InvoiceSkeleton />}>
        {(details) =>
          details && parties.some(({ isLoading }) => isLoading) ? (
            <InvoiceSkeleton />
          ) : details ? (
            <>
              <title>{tabTitle(details.invoice.invoice_number)}</title>
              <InvoiceHead details={details} userId={user.id} />
              <InvoiceNotice details={details} />
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
                <InvoiceSheet details={details} user={user} />
                <InvoiceTimeline details={details} />
              </div>
            </>
          ) : (
            <InvoiceNotFound userId={user.id} />
          )
        }
      </QueryBoundary>
    </>
  );
}

/** Number, status, description and actions. */
function InvoiceHead({ details: { invoice }, userId }: { details: InvoiceDetails; userId: string }) {
  const account = usePortalAccounts(userId).nameOf(invoice.account_id);
  return (
    <PageHeader
      title={<span className="num">{invoice.invoice_number}</span>}
      chips={<InvoiceChip status={readableStatus(invoice)} />}
      description={[invoiceDescription(invoice.description), account].filter(Boolean).join(" · ")}
      actions={
        <>
          <DownloadButton invoice={invoice} />
          {isPayable(invoice.status) && (
            <PayButton invoice={{ ...invoice, amount: invoice.owed_amount }} primary size="md" />
          )}
        </>
      }
    />
  );
}

/** A problem with this invoice, and what we do about it. */
function InvoiceNotice({ details: { invoice, timeZone } }: { details: InvoiceDetails }) {
  const { data: agency } = useAgencyContact();
  const { surplus } = invoiceBalance(invoice);
  if (invoice.status === "void" && surplus === 0)
    return <Banner title="This invoice is canceled. You don't owe anything." />;
  if (surplus > 0)
    return (
      <Banner tone="warn" title={`${formatMoney({ amount: surplus, currency: invoice.currency })} too much was paid.`}>
        We'll refund it to the card that paid. You don't need to do anything. Questions? Email {agency?.email ?? "us"}.
      </Banner>
    );
  if (!invoice.needs_attention && invoice.status === "active")
    return (
      <Banner title="You can't pay this invoice yet.">
        {`The amount was agreed${invoice.issued_at ? ` on ${formatDay(invoice.issued_at, { timeZone })}` : ""}, and there's nothing to do now. We'll email you on the day it opens for payment${invoice.due_date ? `. It's due on ${formatDay(invoice.due_date)}.` : "."}`}
      </Banner>
    );
  if (!invoice.needs_attention) return null;
  return (
    <Banner tone="warn" title="We're checking the payments for this invoice.">
      Something about them doesn't add up yet. Please don't pay again until you hear from us
      {agency ? `: ${agency.email}` : ""}.
    </Banner>
  );
}

/** Shown for an unknown invoice and for one that the person may not see, so that no one learns whether an invoice exists. */
function InvoiceNotFound({ userId }: { userId: string }) {
  const portalPath = usePortalPath();
  const { data: rights } = useQuery(portalRightsQuery(userId));
  if (rights?.sees_money === false) return <AskAboutMoney what="invoices" owners={rights.owners} />;
  return (
    <Card className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <FileQuestionMark aria-hidden="true" size={20} className="text-ink-3" />
      <h1 className="font-display font-semibold text-lg tracking-tight">Invoice not found</h1>
      <p className="max-w-[44ch] text-balance text-13 text-ink-3">
        The link may be incomplete, or the invoice belongs to another account.
      </p>
      <Button className="mt-3" asChild>
        <RouterLink to={portalPath("/client-dashboard?tab=invoices")}>View your invoices</RouterLink>
      </Button>
    </Card>
  );
}

/** The skeleton of an invoice page. */
function InvoiceSkeleton() {
  return (
    <div role="status" aria-label="Loading the invoice" className="grid gap-5">
      <div className="grid gap-2.5 py-1">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
        <Card>
          <div className="flex flex-wrap justify-between gap-4 border-line-soft border-b px-5 py-6">
            <Skeleton className="h-9 w-40" />
            <Skeleton className="h-9 w-64 max-w-full" />
          </div>
          <div className="grid grid-cols-2 gap-6 border-line-soft border-b px-5 py-4 [&>*]:h-20">
            <Skeleton />
            <Skeleton />
          </div>
          <div className="grid gap-4 px-5 py-5">
            <Skeleton className="w-full" />
            <Skeleton className="w-3/4" />
            <Skeleton className="ml-auto w-40" />
          </div>
        </Card>
        <Card className="grid gap-4 p-4">
          <Skeleton className="w-20" />
          <Skeleton className="w-40" />
          <Skeleton className="w-36" />
        </Card>
      </div>
    </div>
  );
}
