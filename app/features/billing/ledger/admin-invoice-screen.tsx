import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, FileQuestionMark } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import { ClientLink } from "~/shared/client-link.tsx";
import { tabTitle } from "~/shared/page-meta.ts";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { InvoiceChip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { readableStatus } from "../../../../domain/invoice-balance.ts";
import { invoiceDescription, invoiceName, isUnsettled } from "../../../../domain/invoices.ts";
import { INVOICE_ATTENTION } from "../lib/invoice-attention.ts";
import { AdminInvoiceSheet } from "./admin-invoice-sheet.tsx";
import { type AdminInvoice, adminInvoiceQuery, billingDefaultsQuery, clientOfLink } from "./api.ts";
import { HistoryCard } from "./history-card.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { emptyLine, toDraft } from "./invoice-draft.ts";
import { InvoiceEditor } from "./invoice-editor.tsx";
import { LedgerCard } from "./ledger-card.tsx";

type Props = {
  invoiceId: string;
  /** The button that downloads the PDF, from another feature. */
  download: (invoice: { id: string; invoice_number: string }) => ReactNode;
};

/** /admin/billing/:invoiceId: a draft opens in its editor. Any other invoice shows its amounts, history and actions. */
export function AdminInvoiceScreen({ invoiceId, download }: Props) {
  const invoice = useQuery(adminInvoiceQuery(invoiceId));
  return (
    <>
      <BackToBilling />
      <QueryBoundary query={invoice} errorMessage="This invoice couldn't be loaded" skeleton={<EditorSkeleton />}>
        {(details) =>
          details ? <Page details={details} download={download} reload={invoice.refetch} /> : <InvoiceNotFound />
        }
      </QueryBoundary>
    </>
  );
}

type PageProps = { details: AdminInvoice; download: Props["download"]; reload: () => unknown };

function Page({ details, download, reload }: PageProps) {
  const { invoice, client } = details;
  const attention = invoice.needs_attention && INVOICE_ATTENTION[invoice.needs_attention];
  return (
    <>
      <title>{tabTitle(invoiceName(invoice))}</title>
      <PageHeader
        level={2}
        title={<span className="num">{invoiceName(invoice)}</span>}
        chips={<InvoiceChip status={readableStatus(invoice)} />}
        description={
          <>
            {invoiceDescription(invoice.description)} ·{" "}
            <ClientLink id={client.id} accountId={client.account_id} className="underline">
              {client.company || client.name}
            </ClientLink>
          </>
        }
        actions={
          <>
            {download({ id: invoice.id, invoice_number: invoiceName(invoice) })}
            {invoice.status !== "draft" && <InvoiceActions details={details} />}
          </>
        }
      />
      {attention && (
        <Banner tone="warn" title={`Payment issue: ${attention.text.replace(/^\w/, (letter) => letter.toLowerCase())}`}>
          {attention.advice}
        </Banner>
      )}
      {details.has_left && isUnsettled(invoice.status) && (
        <Banner tone="warn" title={`${client.name} is no longer in this account.`}>
          {details.client_status === "active"
            ? `Emails about this invoice still go only to ${client.email}.`
            : "No one gets emails about this invoice."}{" "}
          {!details.is_archived && "To bill the account's owner instead, choose Duplicate and cancel this invoice."}
        </Banner>
      )}
      {details.paying && (
        <Banner title="The client has a payment page open for this invoice.">
          It closes when you record a payment, or cancel or credit the invoice.
        </Banner>
      )}
      {invoice.status === "draft" ? (
        <DraftEditor details={details} reload={reload} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
          <div className="grid min-w-0 gap-5">
            <AdminInvoiceSheet details={details} />
            <LedgerCard details={details} />
          </div>
          <HistoryCard details={details} />
        </div>
      )}
    </>
  );
}

/** Refetched data does not replace the user's input. Only a reload shows another version. */
function DraftEditor({ details, reload }: { details: AdminInvoice; reload: () => unknown }) {
  const [{ shown, version }, setShown] = useState({ shown: details, version: 0 });
  const [reloading, setReloading] = useState(false);
  if (reloading && details !== shown) {
    setReloading(false);
    setShown({ shown: details, version: version + 1 });
  }
  return (
    <InvoiceEditor
      key={version}
      initialDraft={toDraft(shown)}
      stored={{ id: shown.invoice.id, seen: shown.invoice.updated_at }}
      today={shown.today}
      archivedAccount={details.is_archived ? details.client.account_id : null}
      onReload={() => {
        setReloading(true);
        void reload();
      }}
    />
  );
}

function InvoiceNotFound() {
  return (
    <Card>
      <EmptyState
        icon={<FileQuestionMark />}
        title="Invoice not found"
        text="The link may be incomplete, or someone deleted the draft."
      >
        <Button asChild>
          <RouterLink to="/admin/billing">View all invoices</RouterLink>
        </Button>
      </EmptyState>
    </Card>
  );
}

/** /admin/billing/new: the editor for a new invoice. */
export function NewInvoiceScreen() {
  const { state } = useLocation();
  const defaults = useQuery(billingDefaultsQuery);
  return (
    <>
      <BackToBilling />
      <QueryBoundary query={defaults} errorMessage="The editor couldn't be opened" skeleton={<EditorSkeleton />}>
        {({ currency, due, today }) => (
          <InvoiceEditor
            stored={null}
            today={today}
            initialDraft={{
              client: clientOfLink(state),
              description: "",
              due,
              from: "",
              until: "",
              currency,
              lines: [emptyLine()],
            }}
            onReload={() => location.reload()}
          />
        )}
      </QueryBoundary>
    </>
  );
}

function BackToBilling() {
  return (
    <Link asChild subtle className="-my-1 inline-flex w-fit items-center gap-1.5 text-13 phone:-my-3">
      <RouterLink to="/admin/billing">
        <ArrowLeft aria-hidden="true" size={14} />
        Back to Billing
      </RouterLink>
    </Link>
  );
}

/** The skeleton of the editor or an invoice page. */
function EditorSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the invoice"
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]"
    >
      <div className="grid gap-5">
        <Card className="grid gap-4 p-5">
          <Skeleton className="h-9" />
          <Skeleton className="h-14" />
        </Card>
        <Card className="grid gap-3 p-5">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="ml-auto h-5 w-32" />
        </Card>
      </div>
      <Card className="grid gap-4 p-5">
        <Skeleton className="h-8 w-36" />
        <Skeleton className="h-9" />
        <Skeleton className="h-8" />
      </Card>
    </div>
  );
}
