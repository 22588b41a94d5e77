import * as z from "~/shared/schema.ts";

/** The payments of an invoice that paid other invoices, too (`invoice_paid_together`). */
export const paidTogether = z.array(
  z.object({
    payment_id: z.string(),
    occurred_at: z.string(),
    numbers: z.array(z.string()),
    more: z.number(),
    amount: z.nullable(z.number()),
    currency: z.string(),
  }),
);
