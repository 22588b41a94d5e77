import { rpc } from "~/shared/api.ts";
import type { AdminInvoice } from "./load-admin-invoice.ts";

const asSeen = ({ invoice }: AdminInvoice) => ({ p_invoice_id: invoice.id, p_expected_updated_at: invoice.updated_at });

/** Records that it was paid past the provider. Throws ServiceError. */
export async function markPaid(seen: AdminInvoice, given: { on: string; method: string; note: string }): Promise<void> {
  await rpc("mark_invoice_paid", {
    ...asSeen(seen),
    p_paid_on: given.on,
    p_method: given.method,
    p_note: given.note,
  });
}

/** Throws ServiceError. */
export async function voidInvoice(seen: AdminInvoice, reason: string): Promise<void> {
  await rpc("void_invoice", { ...asSeen(seen), p_reason: reason });
}

/** Lowers what is owed, or records money that was sent back; `amount` in the smallest unit. Throws ServiceError. */
export async function creditInvoice(
  seen: AdminInvoice,
  given: { amount: number; reason: string; method?: string; on?: string },
): Promise<void> {
  await rpc("credit_invoice", {
    ...asSeen(seen),
    p_amount: given.amount,
    p_reason: given.reason,
    ...(given.method && { p_method: given.method }),
    ...(given.on && { p_on: given.on }),
  });
}
