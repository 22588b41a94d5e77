import { rpc } from "~/shared/api.ts";
import type { AdminInvoice, RetainerListItem } from "./api.ts";
import type { InvoiceDraft } from "./invoice-draft.ts";

type Line = { description: string; quantity: number; unit_amount: number };

/** Writes a new draft under the id given, once however often it is asked. Throws ServiceError. */
export async function createInvoice(id: string, draft: InvoiceDraft, lines: Line[]): Promise<void> {
  await rpc("create_invoice", { ...contents(draft, lines), p_invoice_id: id });
}

/** Replaces what a draft says and answers its new version. Throws ServiceError, PT409 when it is not the one that was seen. */
export function updateDraft(id: string, seen: string, draft: InvoiceDraft, lines: Line[]): Promise<string> {
  return rpc("update_draft_invoice", {
    ...contents(draft, lines),
    p_invoice_id: id,
    p_expected_updated_at: seen,
  });
}

/** Sends a draft to its client and answers its number. Throws ServiceError. */
export function sendInvoice(id: string, seen: string): Promise<string> {
  return rpc("send_invoice", { p_invoice_id: id, p_expected_updated_at: seen });
}

/** Throws ServiceError. */
export async function deleteDraft(id: string, seen: string): Promise<void> {
  await rpc("delete_draft_invoice", { p_invoice_id: id, p_expected_updated_at: seen });
}

function contents({ client, description, due, currency }: InvoiceDraft, lines: Line[]) {
  return {
    p_client_id: client?.id ?? "",
    p_description: description,
    // The generated types know no null for arguments; an invoice without a due date has none.
    p_due_date: (due || null) as string,
    p_currency: currency.trim().toLowerCase(),
    p_lines: lines,
  };
}

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

type RetainerValues = {
  name: string;
  description: string;
  /** In the smallest unit, a month. */
  amount: number;
  currency: string;
  start: string;
  months: number | null;
};

/** Agrees a retainer under the id given, once however often it is asked. Throws ServiceError. */
export async function createRetainer(id: string, clientId: string, values: RetainerValues): Promise<void> {
  await rpc("create_retainer", {
    p_retainer_id: id,
    p_client_id: clientId,
    p_name: values.name,
    p_description: values.description,
    p_monthly_amount: values.amount,
    p_currency: values.currency,
    p_start_date: values.start,
    ...(values.months !== null && { p_duration_months: values.months }),
  });
}

/** Throws ServiceError, PT409 when it is not as it was seen. */
export async function updateRetainer(
  seen: Pick<RetainerListItem, "id" | "updated_at">,
  values: RetainerValues,
  status: "pending" | "active" | "paused",
): Promise<void> {
  await rpc("update_retainer", {
    p_retainer_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_name: values.name,
    p_description: values.description,
    p_monthly_amount: values.amount,
    p_start_date: values.start,
    // The generated types know no null for arguments; without a term it is ongoing.
    p_duration_months: values.months as number,
    p_status: status,
  });
}

/** Throws ServiceError. */
export async function endRetainer(seen: Pick<RetainerListItem, "id" | "updated_at">, lastDay: string): Promise<void> {
  await rpc("end_retainer", {
    p_retainer_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_last_day: lastDay,
  });
}
