import { cn } from "~/ui/cn.ts";
import { Money } from "~/ui/money.tsx";
import { invoiceBalance } from "../lib/invoice-balance.ts";
import type { InvoiceDetails } from "./load-invoice.ts";

/** Total, what was paid, what went back, and what is owed. */
export function InvoiceTotals({ details: { invoice } }: { details: InvoiceDetails }) {
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

type Props = { label: string; cents: number; currency: string; strong?: boolean };

function Total({ label, cents, currency, strong = false }: Props) {
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
