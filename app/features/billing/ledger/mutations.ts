import { rpc } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";
import type { AdminInvoice, Client } from "./api.ts";
import type { InvoiceDraft } from "./invoice-draft.ts";
import type { RetainerListItem } from "./retainers-api.ts";

type Line = { description: string; quantity: number; unit_amount: number; is_discount: boolean };

/** Creates a draft with this ID. A second call with the same ID changes nothing. */
export async function createInvoice(id: string, draft: InvoiceDraft, lines: Line[]): Promise<void> {
  await rpc("create_invoice", { ...contents(draft, lines), p_invoice_id: id });
}

/** Replaces a draft's contents and returns its new version. PT409: `seen` is not the current version. */
export function updateDraft(id: string, seen: string, draft: InvoiceDraft, lines: Line[]): Promise<string> {
  return rpc("update_draft_invoice", {
    ...contents(draft, lines),
    p_invoice_id: id,
    p_expected_updated_at: seen,
  });
}

/** Sends a draft to its client and returns its number. */
export function sendInvoice(id: string, seen: string): Promise<string> {
  return rpc("send_invoice", { p_invoice_id: id, p_expected_updated_at: seen });
}

export async function deleteDraft(id: string, seen: string): Promise<void> {
  await rpc("delete_draft_invoice", { p_invoice_id: id, p_expected_updated_at: seen });
}

/** Undoes the deletion of a draft. A second call changes nothing. PT404, PT409 or 22023: it can't come back. */
export async function restoreDraft(id: string): Promise<void> {
  await rpc("restore_draft_invoice", { p_invoice_id: id });
}

function contents({ client, description, due, currency, from, until }: InvoiceDraft, lines: Line[]) {
  return {
    ...billed(client),
    p_description: description,
    // The generated types allow no null for arguments.
    p_due_date: (due || null) as string,
    p_currency: currency.trim().toLowerCase(),
    p_lines: lines,
    ...(from && until && { p_service_from: from, p_service_until: until }),
  };
}

/** Whom a draft names: a client, or the first owner of an account, or no one until one has joined. */
const billed = (client: Client | null) => ({
  // The generated types allow no null for arguments.
  p_client_id: (client?.id ?? null) as string,
  ...(client?.account_id && { p_account_id: client.account_id }),
});

const versionArgs = ({ invoice }: AdminInvoice) => ({
  p_invoice_id: invoice.id,
  p_expected_updated_at: invoice.updated_at,
});

/** Emails a sent invoice again, or a reminder. The database bounds how often. */
export async function emailInvoice(id: string, kind: "resent" | "reminded"): Promise<void> {
  await rpc("email_invoice", { p_invoice_id: id, p_kind: kind });
}

/** Copies an invoice to a new draft with this ID. A second call with the same ID changes nothing. */
export async function duplicateInvoice(id: string, newId: string): Promise<string> {
  return rpc("duplicate_invoice", { p_invoice_id: id, p_new_id: newId });
}

/** Records a payment outside the provider. A second call with the same ID changes nothing. `amount` is in the currency's smallest unit. */
export async function recordPayment(
  seen: AdminInvoice,
  values: { id: string; amount: number; on: string; method: string; reference: string },
): Promise<void> {
  await rpc("record_invoice_payment", {
    ...versionArgs(seen),
    p_payment_id: values.id,
    p_amount: values.amount,
    p_paid_on: values.on,
    p_method: values.method,
    p_reference: values.reference,
  });
}

/** Something on an invoice that an admin recorded by mistake: an entry of the ledger, or a credit. */
type Recorded = { id: string; isCredit: boolean };

/** Marks what was recorded by mistake as removed. A second call with the same reason changes nothing. */
export async function removeRecorded({ invoice }: AdminInvoice, { id, isCredit }: Recorded, reason: string) {
  const seen = { p_expected_updated_at: invoice.updated_at, p_reason: reason };
  await (isCredit
    ? rpc("remove_invoice_credit", { p_credit_id: id, ...seen })
    : rpc("remove_invoice_payment", { p_payment_id: id, ...seen }));
}

/** Records it again: a payment or refund as a new entry. A second call changes nothing. PT409 or 22023: it no longer fits the invoice. */
export async function restoreRecorded({ id, isCredit }: Recorded): Promise<void> {
  await (isCredit
    ? rpc("restore_invoice_credit", { p_credit_id: id })
    : rpc("restore_invoice_payment", { p_payment_id: id }));
}

/** Makes an agreed invoice payable until the day `due`, and emails it to the client. A second call changes nothing. */
export async function openInvoice(seen: AdminInvoice, due: string): Promise<void> {
  await rpc("open_invoice", { ...versionArgs(seen), p_due_date: due });
}

export async function voidInvoice(seen: AdminInvoice, reason: string): Promise<void> {
  await rpc("void_invoice", { ...versionArgs(seen), p_reason: reason });
}

/** Lowers the amount owed, or records a refund. `amount` is in the currency's smallest unit. */
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

/** Sends money back to the card. A second call with the same id sends nothing. `amount` is in the currency's smallest unit. */
export async function refundToCard(
  { invoice }: AdminInvoice,
  values: { id: string; amount: number; reason: string },
): Promise<void> {
  await callFunction("refund-invoice", { ...values, invoiceId: invoice.id, expectedUpdatedAt: invoice.updated_at });
}

export type RetainerValues = {
  name: string;
  description: string;
  /** The monthly amount, in the currency's smallest unit. */
  amount: number;
  currency: string;
  start: string;
  months: number | null;
  /** The first day of the month that runs now, to bill it at once. */
  bill: string | null;
};

/** Creates a retainer with this ID. A second call with the same ID changes nothing. It has no earlier version. */
export async function createRetainer(id: string, client: Client, values: RetainerValues): Promise<null> {
  await rpc("create_retainer", {
    p_retainer_id: id,
    ...billed(client),
    p_name: values.name,
    p_description: values.description,
    p_monthly_amount: values.amount,
    p_currency: values.currency,
    p_start_date: values.start,
    ...(values.months !== null && { p_duration_months: values.months }),
    ...(values.bill && { p_bill_month: values.bill }),
  });
  return null;
}

/** Returns its new version. PT409: the retainer changed after it was read. */
export function updateRetainer(
  seen: Pick<RetainerListItem, "id" | "updated_at">,
  values: RetainerValues,
  status: "pending" | "active" | "paused",
): Promise<string> {
  return rpc("update_retainer", {
    p_retainer_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_name: values.name,
    p_description: values.description,
    p_monthly_amount: values.amount,
    p_start_date: values.start,
    // The generated types allow no null for arguments. Without a term the retainer is ongoing.
    p_duration_months: values.months as number,
    p_status: status,
    ...(values.bill && { p_bill_month: values.bill }),
  });
}

/** Returns its new version. */
export function endRetainer(seen: Pick<RetainerListItem, "id" | "updated_at">, lastDay: string): Promise<string> {
  return rpc("end_retainer", {
    p_retainer_id: seen.id,
    p_expected_updated_at: seen.updated_at,
    p_last_day: lastDay,
  });
}

/** Removes the last day that was set, so that it ends with its term or not at all. Returns its new version. */
export function continueRetainer(seen: Pick<RetainerListItem, "id" | "updated_at">): Promise<string> {
  return rpc("continue_retainer", { p_retainer_id: seen.id, p_expected_updated_at: seen.updated_at });
}

/** Takes back the change that made this version. Sent invoices stay. */
export async function undoRetainerChange(id: string, version: string): Promise<void> {
  await rpc("undo_retainer_change", { p_retainer_id: id, p_expected_updated_at: version });
}
