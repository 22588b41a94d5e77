import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { Banner } from "~/ui/banner.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { invoiceBalance } from "../lib/invoice-balance.ts";
import type { InvoiceDetails } from "./load-invoice.ts";

/** What is not as it should be with this invoice, and what we do about it. */
export function InvoiceNotice({ details: { invoice } }: { details: InvoiceDetails }) {
  const { data: agency } = useAgencyContact();
  const { surplus } = invoiceBalance(invoice);
  if (invoice.status === "void" && surplus === 0) return <Banner title="This invoice was canceled. Nothing is owed." />;
  if (surplus > 0)
    return (
      <Banner tone="warn" title={`You paid ${formatMoney({ amount: surplus, currency: invoice.currency })} too much.`}>
        We send it back to the card that you used. You need not do anything; questions go to {agency?.email ?? "us"}.
      </Banner>
    );
  if (!invoice.needs_attention) return null;
  return (
    <Banner tone="warn" title="We are looking at the payments of this invoice.">
      Something about them does not add up yet. Please do not pay again before you hear from us
      {agency ? `: ${agency.email}` : ""}.
    </Banner>
  );
}
