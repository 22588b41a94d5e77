import { useQuery } from "@tanstack/react-query";
import { fullName } from "~/shared/display-name.ts";
import { AgencyLogoImage } from "~/shared/shell/agency-logo.tsx";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Card } from "~/ui/card.tsx";
import { invoiceBalance, invoiceSums } from "../../../../domain/invoice-balance.ts";
import { discountLines, invoiceTotals } from "../../../../domain/invoice-totals.ts";
import { taxLine } from "../../../../domain/invoices.ts";
import { InvoiceAmount, InvoiceLines, InvoiceTotals } from "../lib/invoice-parts.tsx";
import type { InvoiceDetails } from "./api.ts";
import { billingDetailsQuery } from "./billing-details.tsx";

type Props = { details: InvoiceDetails; user: { id: string; email?: string | undefined } };

/** The invoice as on paper: amount, dates, sender and recipient, lines and totals. */
export function InvoiceSheet({ details, user }: Props) {
  const { invoice, today } = details;
  const { surplus } = invoiceBalance(invoice);
  const totals = invoiceTotals(invoiceSums(invoice));
  return (
    <Card>
      <SenderLogo />
      <InvoiceAmount invoice={invoice} today={today} region={{ timeZone: details.timeZone }} issuedLabel="Issued" />
      <InvoiceParties user={user} details={details} />
      <InvoiceLines invoice={details.invoice} lines={details.lines} />
      <InvoiceTotals
        currency={invoice.currency}
        before={discountLines(details.lines.map(({ amount }) => amount))}
        lines={totals.lines}
        after={surplus > 0 ? [...totals.after, ["To be refunded", surplus]] : totals.after}
      />
    </Card>
  );
}

/** The agency's logo as a letterhead. Without one, the sender's name below is enough. */
function SenderLogo() {
  const { data: agency } = useAgencyContact();
  if (!agency?.logo) return null;
  return (
    <div className="px-5 pt-5 phone:px-4">
      <AgencyLogoImage logo={agency.logo} name={agency.name} className="max-h-10 max-w-48" />
    </div>
  );
}

function InvoiceParties({ user, details: { recipient: colleague } }: Props) {
  const { data: agency } = useAgencyContact();
  const { data: profile } = useProfile(user.id);
  const { data: own } = useQuery(billingDetailsQuery(user.id));
  const to = colleague ?? {
    company: profile?.company,
    name: fullName(profile, user.email),
    address: own?.billing_address,
    email: user.email,
    taxId: own?.tax_id,
  };
  const address = (to.address ?? "").split("\n").map((line) => line.trim());
  const recipient = [to.company, to.name, ...address, to.email, taxLine(to.taxId)].filter(
    (line, index, all) => line && all.indexOf(line) === index,
  );
  return (
    <div className="grid grid-cols-2 gap-6 border-line-soft border-b px-5 py-4 phone:grid-cols-1 phone:gap-4 phone:px-4">
      <Party label="From" lines={agency ? sender(agency) : ["…"]} />
      <Party label="To" lines={recipient as string[]} />
    </div>
  );
}

type Agency = NonNullable<ReturnType<typeof useAgencyContact>["data"]>;

/** The stored address may start with the name. The name appears only once. */
function sender({ name, email, phone, address, tax_id }: Agency): string[] {
  const lines = [name, ...(address ?? "").split("\n"), email, phone ?? "", taxLine(tax_id) ?? ""].map((line) =>
    line.trim(),
  );
  return lines.filter((line, index) => line && lines.indexOf(line) === index);
}

function Party({ label, lines: [first, ...rest] }: { label: string; lines: readonly string[] }) {
  return (
    <section aria-label={label} className="wrap-anywhere text-13">
      <h2 className="text-ink-3">{label}</h2>
      <p className="font-medium">{first}</p>
      {rest.map((line) => (
        <p key={line} className="text-ink-2">
          {line}
        </p>
      ))}
    </section>
  );
}
