import * as z from "~/shared/schema.ts";

export const invoiceAttention = z.enum([
  "disputed",
  "other_currency",
  "paid_though_canceled",
  "paid_twice",
  "overpaid",
  "paid_in_part",
  "refunded_too_much",
]);
type InvoiceAttention = z.infer<typeof invoiceAttention>;

/** Payment problems of an invoice, and what an admin can do about each. */
export const INVOICE_ATTENTION: Record<InvoiceAttention, { text: string; advice: string }> = {
  disputed: {
    text: "The cardholder disputed this payment",
    advice: "Respond to the dispute at the payment provider. Don't refund anything until it's decided.",
  },
  other_currency: {
    text: "A payment arrived in another currency",
    advice: "Compare the ledger below with the invoice, and agree on the amount with the client.",
  },
  paid_though_canceled: {
    text: "Paid after it was canceled: refund the payment",
    advice: "Refund it at the payment provider, or send it back yourself and choose Record a refund.",
  },
  paid_twice: {
    text: "Paid more than once: refund the second payment",
    advice:
      "Refund one at the payment provider and it appears here automatically, or send the money back and record it.",
  },
  overpaid: {
    text: "Overpaid: refund the difference",
    advice:
      "Refund it at the payment provider and it appears here automatically, or send the money back and record it.",
  },
  paid_in_part: {
    text: "Paid in part",
    advice: "The rest is still due. Mark it as paid when it arrives, or credit it.",
  },
  refunded_too_much: {
    text: "More was refunded than paid",
    advice: "Compare the ledger below with the payment provider.",
  },
};
