import { Link as RouterLink } from "react-router";
import * as z from "~/shared/schema.ts";
import { Link } from "~/ui/link.tsx";
import { Money } from "~/ui/money.tsx";
import { formatMoney } from "../../../../domain/money.ts";
import { byMethod } from "../../../../domain/payment-method.ts";
import { DownloadIconButton } from "../invoice/invoice-buttons.tsx";

/** What verify-payment says about a payment: the charge on the card, and what it paid. Amounts in the smallest unit. */
export const paymentReceipt = z.object({
  amount: z.number(),
  currency: z.string(),
  method: z.optional(z.string()),
  invoices: z.array(z.object({ id: z.string(), number: z.string(), amount: z.number() })),
});
export type PaymentReceipt = z.infer<typeof paymentReceipt>;

export function paidText(receipt: PaymentReceipt | undefined, invoices: number): string {
  const paid = receipt ? `${`We received ${formatMoney(receipt)} ${byMethod(receipt.method)}`.trim()}.` : "Thank you.";
  return invoices > 1
    ? `${paid} Your ${invoices} invoices are paid, and one receipt for all of them is on its way by email.`
    : `${paid} The invoice is paid, and the receipt is on its way by email.`;
}

/** The invoices that were paid, each with its page and its PDF. */
export function Receipt({ receipt: { currency, amount, invoices } }: { receipt: PaymentReceipt }) {
  return (
    <dl className="border-line-soft border-y py-1 text-sm">
      {invoices.map((invoice) => (
        <div key={invoice.id} className="flex min-h-10 items-center gap-2">
          <dt className="wrap-anywhere min-w-0 flex-1">
            <Link asChild>
              <RouterLink className="num" to={`/invoices/${invoice.id}`}>
                {invoice.number}
              </RouterLink>
            </Link>
          </dt>
          <dd className="contents">
            <Money cents={invoice.amount} currency={currency} />
            <DownloadIconButton invoice={{ id: invoice.id, invoice_number: invoice.number }} />
          </dd>
        </div>
      ))}
      {invoices.length > 1 && (
        <div className="flex min-h-10 items-center gap-2 border-line-soft border-t py-1.5 pr-9 font-medium phone:pr-13">
          <dt className="flex-1">Total, one charge on your card</dt>
          <dd>
            <Money cents={amount} currency={currency} />
          </dd>
        </div>
      )}
    </dl>
  );
}
