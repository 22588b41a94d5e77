import { rpc } from "~/shared/api.ts";
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
