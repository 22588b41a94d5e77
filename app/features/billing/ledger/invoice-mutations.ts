import { rpc } from "~/shared/api.ts";
import type { AdminInvoice } from "./load-admin-invoice.ts";

const versionArgs = ({ invoice }: AdminInvoice) => ({
  p_invoice_id: invoice.id,
  p_expected_updated_at: invoice.updated_at,
});

/** Records that it was paid past the provider. Throws ServiceError. */
export async function markPaid(
  seen: AdminInvoice,
  values: { on: string; method: string; note: string },
): Promise<void> {
  await rpc("mark_invoice_paid", {
    ...versionArgs(seen),
    p_paid_on: values.on,
    p_method: values.method,
    p_note: values.note,
  });
}

/** Throws ServiceError. */
export async function voidInvoice(seen: AdminInvoice, reason: string): Promise<void> {
  await rpc("void_invoice", { ...versionArgs(seen), p_reason: reason });
}

/** Lowers what is owed, or records money that was sent back; `amount` in the smallest unit. Throws ServiceError. */
export async function creditInvoice(
  seen: AdminInvoice,
  values: { amount: number; reason: string; method?: string; on?: string },
): Promise<void> {
  await rpc("credit_invoice", {
    ...versionArgs(seen),
    p_amount: values.amount,
    p_reason: values.reason,
    ...(values.method && { p_method: values.method }),
    ...(values.on && { p_on: values.on }),
  });
}
