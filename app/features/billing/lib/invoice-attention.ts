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
    advice: "Choose Refund to send it back to the card, or to record that you sent it back yourself.",
  },
  paid_twice: {
    text: "Paid more than once: refund the second payment",
    advice: "Choose Refund to send one back to the card, or to record that you sent it back yourself.",
  },
  overpaid: {
    text: "Overpaid: refund the difference",
    advice: "Choose Refund to send it back to the card, or to record that you sent it back yourself.",
  },
  paid_in_part: {
    text: "Paid in part",
    advice: "The rest is still due. Record it when it arrives, or credit it.",
  },
  refunded_too_much: {
    text: "More was refunded than paid",
    advice: "Compare the ledger below with the payment provider.",
  },
};
