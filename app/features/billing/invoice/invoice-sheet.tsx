import type { ReactNode } from "react";
import { fullName } from "~/shared/display-name.ts";
import { formatDay } from "~/shared/format-date.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Money } from "~/ui/money.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { invoiceBalance } from "../lib/invoice-balance.ts";
import { DueDate, InvoiceLines } from "../lib/invoice-parts.tsx";
import type { InvoiceDetails } from "./api.ts";

type Props = { details: InvoiceDetails; user: { id: string; email?: string | undefined } };

/** The invoice itself, as on paper: amount, dates, parties, lines and what is owed. */
export function InvoiceSheet({ details, user }: Props) {
  const { invoice, today } = details;
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-line-soft border-b px-5 py-5 phone:px-4">
        <div>
          <p className="font-medium text-13 text-ink-2">Amount</p>
          <p className="figure mt-0.5 font-medium text-3xl">{formatMoney(invoice)}</p>
        </div>
        <dl className="grid grid-cols-[repeat(3,auto)] gap-x-8 gap-y-1 text-13 phone:w-full phone:grid-cols-[1fr_auto]">
          <Dated label="Issued">{formatDay(invoice.issued_at ?? invoice.created_at)}</Dated>
          <Dated label="Due">
            <DueDate invoice={invoice} today={today} />
          </Dated>
          <Dated label="Paid">{invoice.paid_date ? formatDay(invoice.paid_date) : "–"}</Dated>
        </dl>
      </div>
      <InvoiceParties user={user} />
      <InvoiceLines invoice={details.invoice} lines={details.lines} />
      <InvoiceTotals details={details} />
    </Card>
  );
}

function Dated({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="phone:contents">
      <dt className="text-ink-3 phone:py-0.5">{label}</dt>
      <dd className="whitespace-nowrap phone:py-0.5 phone:text-right">{children}</dd>
    </div>
  );
}

type InvoicePartiesProps = { user: { id: string; email?: string | undefined } };

/** Who sends the invoice and who receives it. */
function InvoiceParties({ user }: InvoicePartiesProps) {
  const { data: agency } = useAgencyContact();
  const { data: profile } = useProfile(user.id);
  const name = fullName(profile, user.email);
  const recipient = [profile?.company, name, user.email].filter(
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

/** The address begins with the name where the agency wrote it so. */
function sender({ name, email, phone, address }: Agency): string[] {
  const lines = [name, ...(address ?? "").split("\n"), email, phone ?? ""].map((line) => line.trim());
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

/** Total, what was paid, what went back, and what is owed. */
function InvoiceTotals({ details: { invoice } }: { details: InvoiceDetails }) {
  const { received, surplus } = invoiceBalance(invoice);
  const refunded = invoice.refunded_amount;
  const row = { currency: invoice.currency };
  return (
    <dl className="ml-auto grid w-full max-w-80 px-5 py-3 text-13 phone:max-w-none phone:px-4">
      <Total label="Total" cents={invoice.amount} {...row} />
      {invoice.credited_amount > 0 && <Total label="Credited" cents={-invoice.credited_amount} {...row} />}
      {received > 0 && <Total label="Paid" cents={-received} {...row} />}
      {refunded > 0 && <Total label="Refunded" cents={refunded} {...row} />}
      {surplus > 0 && <Total label="To be sent back to you" cents={surplus} {...row} />}
      <Total label="Balance due" cents={invoice.owed_amount} strong {...row} />
    </dl>
  );
}

type InvoiceTotalsProps = { label: string; cents: number; currency: string; strong?: boolean };

function Total({ label, cents, currency, strong = false }: InvoiceTotalsProps) {
  return (
    <div
      className={cn(
        "flex items-baseline justify-between gap-4 py-1",
        strong && "mt-1 border-line border-t pt-2.5 font-semibold",
      )}
    >
      <dt className={strong ? undefined : "text-ink-2"}>{label}</dt>
      <dd>
        <Money cents={cents} currency={currency} />
      </dd>
    </div>
  );
}
