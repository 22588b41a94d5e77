import { callProcedure } from "~/shared/call-procedure.ts";
import type { InvoiceAttention } from "../lib/invoice-attention.ts";

export const INVOICE_FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "overdue", label: "Overdue" },
  { value: "draft", label: "Drafts" },
  { value: "paid", label: "Paid" },
  { value: "void", label: "Void" },
  { value: "attention", label: "Needs attention" },
] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number]["value"];
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
