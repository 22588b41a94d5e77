import { Link as RouterLink } from "react-router";
import { useBillingRegion } from "~/shared/use-agency-contact.ts";
import { Card } from "~/ui/card.tsx";
import { Link } from "~/ui/link.tsx";
import { formatDay } from "../../../../domain/format-date.ts";
import { invoiceSums } from "../../../../domain/invoice-balance.ts";
import { discountLines, invoiceTotals } from "../../../../domain/invoice-totals.ts";
import { invoiceDescription } from "../../../../domain/invoices.ts";
import { InvoiceAmount, InvoiceLines, InvoiceTotals } from "../lib/invoice-parts.tsx";
import type { AdminInvoice } from "./api.ts";

/** The invoice as on paper: amount, dates, client, lines and totals. */
export function AdminInvoiceSheet({ details }: { details: AdminInvoice }) {
  const { invoice, client, retainer } = details;
  return (
    <Card className="overflow-hidden">
      <InvoiceAmount invoice={invoice} today={details.today} region={useBillingRegion()} issuedLabel="Sent" />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line-soft border-b px-5 py-4 text-13 phone:grid-cols-1 phone:px-4">
        <div className="wrap-anywhere">
          <dt className="text-ink-3">Client</dt>
          <dd className="font-medium">{client.company || client.name}</dd>
          <dd className="text-ink-2">
            {client.company && <span className="block">{client.name}</span>}
            <Link asChild subtle className="phone:-my-3">
              <RouterLink to={`/admin/billing?q=${encodeURIComponent(client.email ?? "")}`}>{client.email}</RouterLink>
            </Link>
          </dd>
        </div>
        <div className="wrap-anywhere">
          <dt className="text-ink-3">{retainer ? "Issued by the retainer" : "For"}</dt>
          <dd className="font-medium">{retainer ? retainer.name : invoiceDescription(invoice.description)}</dd>
          {retainer && <dd className="text-ink-2">for the month starting {formatDay(retainer.charge_date)}</dd>}
        </div>
      </dl>
      <InvoiceLines invoice={invoice} lines={details.lines} />
      <InvoiceTotals
        currency={invoice.currency}
        before={discountLines(details.lines.map(({ amount }) => amount))}
        {...invoiceTotals(invoiceSums(invoice))}
      />
    </Card>
  );
}
