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
    text: "The card holder disputes this payment",
    advice: "Answer the dispute at the payment provider. Send nothing back until it is decided.",
  },
  other_currency: {
    text: "A payment arrived in another currency",
    advice: "Compare the ledger below with the invoice, and agree with the client what counts.",
  },
  paid_though_canceled: {
    text: "Paid although it was canceled: send the payment back",
    advice: "Refund it at the payment provider, or send it back yourself and record that with Record a refund.",
  },
  paid_twice: {
    text: "Paid more than once: send the second payment back",
    advice: "Refund one at the payment provider, which shows here by itself, or send it back and record that.",
  },
  overpaid: {
    text: "Paid more than was owed: send the difference back",
    advice: "Refund it at the payment provider, which shows here by itself, or send it back and record that.",
  },
  paid_in_part: {
    text: "Paid in part",
    advice: "The rest is still owed. Mark it as paid when it arrives, or credit it.",
  },
  refunded_too_much: {
    text: "More was refunded than paid",
    advice: "Compare the ledger below with the payment provider.",
  },
};
