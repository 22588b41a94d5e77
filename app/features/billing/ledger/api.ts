import { agencyToday } from "~/shared/agency-today.ts";
import { callProcedure } from "~/shared/call-procedure.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import type { InvoiceAttention } from "../lib/invoice-attention.ts";

export type Client = { id: string; name: string; company: string | null; email: string };
export type LedgerEntry = {
  id: string;
  kind: "payment" | "refund" | "reversal";
  amount: number;
  currency: string;
  is_duplicate: boolean;
  occurred_at: string;
  by_hand: boolean;
  reference: string;
  method: string | null;
  note: string | null;
};
export type InvoiceEvent = {
  id: string;
  kind: "created" | "sent" | "marked_paid" | "voided" | "credited" | "refunded" | "issued";
  note: string | null;
  method: string | null;
  amount: number | null;
  created_at: string;
  actor: string | null;
};
export type AdminInvoice = {
  invoice: {
    id: string;
    client_id: string;
    invoice_number: string;
    /** As it is shown: overdue from the day after its due date. */
    status: string;
    description: string | null;
    amount: number;
    currency: string;
    due_date: string | null;
    paid_date: string | null;
    issued_at: string | null;
    created_at: string;
    updated_at: string;
    credited_amount: number;
    received_amount: number;
    refunded_amount: number;
    owed_amount: number;
    needs_attention: InvoiceAttention | null;
  };
  today: string;
  client: Client;
  lines: { id: string; description: string; quantity: number; unit_amount: number; amount: number }[];
  ledger: LedgerEntry[];
  events: InvoiceEvent[];
  retainer: { id: string; name: string; charge_date: string } | null;
  /** A payment page is open at the provider. */
  paying: boolean;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An invoice with all that belongs to it, amounts in the smallest unit. Null: there is none. Throws ServiceError. */
export async function loadAdminInvoice(invoiceId: string): Promise<AdminInvoice | null> {
  if (!UUID.test(invoiceId)) return null;
  return (await callProcedure("invoice_for_admin", { p_invoice_id: invoiceId })) as unknown as AdminInvoice | null;
}

/** A draft has no number yet: it is drawn when it is sent. */
export function invoiceName({ id, invoice_number }: { id: string; invoice_number: string }): string {
  return invoice_number === `draft ${id}` ? "Draft" : invoice_number;
}

export const INVOICE_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "overdue", label: "Overdue" },
  { value: "draft", label: "Drafts" },
  { value: "paid", label: "Paid" },
  { value: "void", label: "Void" },
  { value: "attention", label: "Needs attention" },
] as const;
type InvoiceFilter = (typeof INVOICE_FILTERS)[number]["value"];
export type InvoiceSort = "created" | "due" | "amount" | "number" | "client";
export type InvoiceSearchParams = {
  query: string;
  filter: InvoiceFilter;
  sort: InvoiceSort;
  descending: boolean;
  page: number;
};

export type InvoiceListItem = {
  id: string;
  invoice_number: string;
  /** As it is shown: overdue from the day after its due date. */
  status: string;
  description: string | null;
  amount: number;
  credited_amount: number;
  currency: string;
  due_date: string | null;
  paid_date: string | null;
  needs_attention: InvoiceAttention | null;
  client_id: string;
  client_name: string;
  client_company: string | null;
  client_email: string;
};
/** Amounts in the currencies' smallest units; `owed` is what is still open. */
export type InvoiceSearchResult = {
  rows: InvoiceListItem[];
  total: number;
  sums: { currency: string; amount: number; owed: number }[];
  counts: Record<InvoiceFilter, number>;
  today: string;
};

export const PAGE_SIZE = 50;

/** A page of what fits, with exact totals of all that fits. Throws ServiceError. */
export async function searchInvoices({
  query,
  filter,
  sort,
  descending,
  page,
}: InvoiceSearchParams): Promise<InvoiceSearchResult> {
  const data = await callProcedure("search_invoices", {
    p_query: query,
    p_status: filter,
    p_sort: sort,
    p_descending: descending,
    p_limit: PAGE_SIZE,
    p_offset: (page - 1) * PAGE_SIZE,
  });
  return data as unknown as InvoiceSearchResult;
}

export const RETAINER_FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "ended", label: "Ended" },
] as const;
type RetainerFilter = (typeof RETAINER_FILTERS)[number]["value"];
type RetainerSearchParams = { query: string; filter: RetainerFilter; page: number };

export type RetainerListItem = {
  id: string;
  retainer_name: string;
  description: string | null;
  status: "pending" | "active" | "paused" | "completed" | "canceled";
  monthly_amount: number;
  currency: string;
  start_date: string;
  end_date: string | null;
  duration_months: number | null;
  updated_at: string;
  client_id: string;
  client_name: string;
  client_company: string | null;
  client_email: string;
  next_charge: string | null;
  /** How many invoices it has issued. */
  invoices: number;
};
export type RetainerSearchResult = {
  rows: RetainerListItem[];
  total: number;
  /** Monthly, of those that run, in the smallest unit. */
  sums: { currency: string; amount: number }[];
  counts: Record<RetainerFilter, number>;
};

const RETAINER_PAGE_SIZE = 50;

/** A page of what fits, those that run first. Throws ServiceError. */
export async function searchRetainers({ query, filter, page }: RetainerSearchParams): Promise<RetainerSearchResult> {
  const data = await callProcedure("search_retainers", {
    p_query: query,
    p_status: filter,
    p_limit: RETAINER_PAGE_SIZE,
    p_offset: (page - 1) * RETAINER_PAGE_SIZE,
  });
  return data as unknown as RetainerSearchResult;
}

export type BillingDefaults = { currency: string; due: string; today: string };

/** What a new invoice begins with: the agency's currency, and its usual time to pay from today. Throws ServiceError. */
export async function loadBillingDefaults(): Promise<BillingDefaults> {
  const supabase = await getSupabase();
  const [settings, today] = await Promise.all([
    supabase.from("agency_settings").select("currency, payment_days").single(),
    agencyToday(),
  ]);
  if (settings.error) throw toServiceError(settings.error, "/rest/v1/agency_settings", settings.status);
  const { currency, payment_days } = settings.data;
  return { currency, today, due: new Date(Date.parse(today) + payment_days * 86_400_000).toISOString().slice(0, 10) };
}
