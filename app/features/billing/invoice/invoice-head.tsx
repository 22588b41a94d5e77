import { InvoiceChip } from "~/ui/chip.tsx";
import { PageHeader } from "~/ui/page-header.tsx";
import { invoiceDescription, isPayable } from "../../../../domain/invoices.ts";
import { DownloadButton } from "./download-button.tsx";
import type { InvoiceDetails } from "./load-invoice.ts";
import { PayButton } from "./pay-button.tsx";

/** Number, status, what it is for, and what can be done with it. */
export function InvoiceHead({ details: { invoice } }: { details: InvoiceDetails }) {
  return (
    <PageHeader
      title={<span className="num">{invoice.invoice_number}</span>}
      chips={<InvoiceChip status={invoice.status} />}
      description={invoiceDescription(invoice.description)}
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
