import * as z from "~/shared/schema.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { byMethod } from "../../../../domain/payment-method.ts";

/** What verify-payment says about a payment: the charge on the card, and what it paid. Amounts in the smallest unit. */
export const paymentReceipt = z.object({
  amount: z.number(),
  currency: z.string(),
  method: z.optional(z.string()),
  invoices: z.array(z.object({ id: z.string(), number: z.string(), amount: z.number() })),
  /** Who gets the receipts by email, unless it is only the user: the people whom the invoices name. */
  recipients: z.optional(z.object({ isYou: z.boolean(), others: z.array(z.string()) })),
});
export type PaymentReceipt = z.infer<typeof paymentReceipt>;

export function paidText(receipt: PaymentReceipt | undefined, invoices: number): string {
  const paid = receipt ? `${`We received ${formatMoney(receipt)} ${byMethod(receipt.method)}`.trim()}.` : "Thank you.";
  const { isYou = true, others = [] } = receipt?.recipients ?? {};
  const invoicesPaid = invoices > 1 ? `Your ${invoices} invoices are paid` : "The invoice is paid";
  // Each person gets one receipt for the invoices that name them.
  if (others.length + Number(isYou) > 1)
    return `${paid} ${invoicesPaid}, and receipts go to ${formatNames([...(isYou ? ["you"] : []), ...others])} by email.`;
  const what = invoices > 1 ? "one receipt for all of them" : "the receipt";
  return `${paid} ${invoicesPaid}, and ${what} ${others[0] ? `goes to ${others[0]} by email` : "is on its way by email"}.`;
}
