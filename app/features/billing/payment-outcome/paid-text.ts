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
  /** What isn't settled by this payment: invoices that still owe something, and canceled ones. */
  due: z.optional(z.array(z.object({ number: z.string(), amount: z.number() }))),
  canceled: z.optional(z.array(z.string())),
  /** Invoices that were paid before this payment arrived. */
  twice: z.optional(z.array(z.string())),
  /** Who gets a receipt by email. Missing if that isn't known. */
  recipients: z.optional(z.object({ isYou: z.boolean(), others: z.array(z.string()) })),
});
export type PaymentReceipt = z.infer<typeof paymentReceipt>;

export function paidText(receipt: PaymentReceipt | undefined, invoices: number): string {
  const paid = receipt ? `${`We received ${formatMoney(receipt)} ${byMethod(receipt.method)}`.trim()}.` : "Thank you.";
  const unsettled = receipt && unsettledText(receipt);
  if (unsettled) return [paid, unsettled, receiptsText(receipt)].filter(Boolean).join(" ");
  const { isYou = false, others = [] } = receipt?.recipients ?? {};
  const invoicesPaid = invoices > 1 ? `Your ${invoices} invoices are paid` : "The invoice is paid";
  if (!isYou && others.length === 0) return `${paid} ${invoicesPaid}.`;
  // Each person gets a receipt of their own.
  if (others.length + Number(isYou) > 1) return `${paid} ${invoicesPaid}, and receipts go to ${named(isYou, others)}.`;
  const what = invoices > 1 ? "one receipt for all of them" : "the receipt";
  return `${paid} ${invoicesPaid}, and ${what} ${others[0] ? `goes to ${others[0]} by email` : "is on its way by email"}.`;
}

const named = (isYou: boolean, others: string[]) => `${formatNames([...(isYou ? ["you"] : []), ...others])} by email`;

/** Who gets the receipts if something is unsettled. A canceled invoice has none. Empty if no one gets one. */
function receiptsText({ invoices, canceled = [], recipients }: PaymentReceipt): string {
  const receipts = invoices.filter(({ number }) => !canceled.includes(number)).length;
  if (receipts === 0) return "";
  const { isYou = false, others = [] } = recipients ?? {};
  if (!isYou && others.length === 0) return "";
  if (others.length === 0)
    return receipts > 1 ? "Receipts are on their way by email." : "The receipt is on its way by email.";
  return receipts > 1 ? `Receipts go to ${named(isYou, others)}.` : `The receipt goes to ${named(isYou, others)}.`;
}

/** What the payment didn't settle, and what it did. Empty if everything is paid. */
function unsettledText({ currency, invoices, due = [], canceled = [], twice = [] }: PaymentReceipt): string {
  const open = [...due.map(({ number }) => number), ...canceled, ...twice];
  if (open.length === 0) return "";
  const isAlone = invoices.length === 1 && invoices[0]?.number === open[0] && open.length === 1;
  const paid = invoices.map(({ number }) => number).filter((number) => !open.includes(number));
  const sentences = [
    ...(paid.length > 0 ? [`${formatNames(paid)} ${paid.length > 1 ? "are" : "is"} paid.`] : []),
    ...due.map(({ number, amount }) => {
      const sum = formatMoney({ amount, currency });
      return isAlone ? `${sum} is still due.` : `${sum} is still due for ${number}.`;
    }),
    ...canceled.map(
      (number) => `${isAlone ? "The invoice" : number} is canceled, so we'll refund what you paid for it.`,
    ),
    ...twice.map(
      (number) => `${isAlone ? "The invoice" : number} was already paid, so we'll refund what you paid for it.`,
    ),
  ];
  return sentences.join(" ");
}
