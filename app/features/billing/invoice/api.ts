import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { agencyToday } from "~/shared/agency-today.ts";
import { callFunction } from "~/shared/call-function.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { shownInvoiceStatus } from "../../../../domain/invoices.ts";

export type Invoice = {
  id: string;
  invoice_number: string;
  /** As it is shown: overdue from the day after its due date. */
  status: string;
  description: string | null;
  amount: number;
  /** What is left to pay, while it is open. */
  owed_amount: number;
  currency: string;
  due_date: string | null;
  paid_date: string | null;
};

export type InvoiceFilter = "all" | "open" | "paid";
/** `today` is the agency's, YYYY-MM-DD; `next` is where the next page begins, null after the last. */
type InvoicePage = { invoices: Invoice[]; today: string; next: number | null };

const PAGE_SIZE = 25;
const STATUSES = { all: null, open: ["pending", "overdue"], paid: ["paid"] } as const;

/** A page of a client's invoices, newest first (spec §7), from the one at `from` on. Amounts in cents. Throws ServiceError. */
async function listInvoices(clientId: string, filter: InvoiceFilter, from: number): Promise<InvoicePage> {
  const supabase = await getSupabase();
  const all = supabase
    .from("invoices")
    .select("id, invoice_number, status, description, amount, owed_amount, currency, due_date, paid_date, created_at")
    .eq("client_id", clientId);
  const statuses = STATUSES[filter];
  // One more than is shown says whether there are more.
  const page = (statuses ? all.in("status", statuses) : all)
    .order("created_at", { ascending: false })
    .order("id")
    .range(from, from + PAGE_SIZE);
  const [{ data, error, status }, today] = await Promise.all([page, agencyToday()]);
  if (error) throw toServiceError(error, "/rest/v1/invoices", status);
  const invoices = data
    .slice(0, PAGE_SIZE)
    .map((invoice) => ({ ...invoice, status: shownInvoiceStatus(invoice, today) }));
  return { invoices, today, next: data.length > PAGE_SIZE ? from + PAGE_SIZE : null };
}

/** What was paid a moment ago must not show as open for long. */
const STALE_TIME_MS = 5_000;

function invoicePages(userId: string, filter: InvoiceFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.invoices(userId, filter),
    queryFn: ({ pageParam }) => listInvoices(userId, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: STALE_TIME_MS,
  });
}

/** A client's invoices, a page at a time; what was shown stays until another choice has been answered. */
export function useInvoices(userId: string, filter: InvoiceFilter) {
  return useInfiniteQuery({ ...invoicePages(userId, filter), placeholderData: keepPreviousData });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INVOICE =
  "id, invoice_number, status, description, amount, currency, due_date, paid_date, issued_at, created_at, received_amount, refunded_amount, credited_amount, owed_amount, needs_attention";

/** An invoice as its page shows it; `today` is the agency's. Null: there is none, or it is not this client's. Throws ServiceError. */
export async function loadInvoice(clientId: string, invoiceId: string) {
  if (!UUID.test(invoiceId)) return null;
  const supabase = await getSupabase();
  const [invoice, lines, payments, credits, today] = await Promise.all([
    supabase.from("invoices").select(INVOICE).eq("id", invoiceId).eq("client_id", clientId).maybeSingle(),
    supabase
      .from("invoice_lines")
      .select("id, description, quantity, unit_amount, amount")
      .eq("invoice_id", invoiceId)
      .order("position"),
    supabase
      .from("payments")
      .select("id, kind, amount, currency, is_duplicate, occurred_at")
      .eq("invoice_id", invoiceId)
      .order("occurred_at"),
    supabase
      .from("invoice_credits")
      .select("id, amount, reason, created_at")
      .eq("invoice_id", invoiceId)
      .order("created_at"),
    agencyToday(),
  ]);
  if (invoice.error) throw toServiceError(invoice.error, "/rest/v1/invoices", invoice.status);
  if (lines.error) throw toServiceError(lines.error, "/rest/v1/invoice_lines", lines.status);
  if (payments.error) throw toServiceError(payments.error, "/rest/v1/payments", payments.status);
  if (credits.error) throw toServiceError(credits.error, "/rest/v1/invoice_credits", credits.status);
  if (!invoice.data) return null;
  return {
    invoice: { ...invoice.data, status: shownInvoiceStatus(invoice.data, today) },
    lines: lines.data,
    payments: payments.data,
    credits: credits.data,
    today,
  };
}

export type InvoiceDetails = NonNullable<Awaited<ReturnType<typeof loadInvoice>>>;

/** Fetches an invoice's PDF and hands it to the browser as '<invoice number>.pdf'. Throws ServiceError. */
export async function downloadInvoice(invoiceId: string, invoiceNumber: string): Promise<void> {
  const file = await callFunction("invoice-pdf", { invoiceId });
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The answer is no file");
  downloadFile(`${invoiceNumber}.pdf`, "application/pdf", file);
}
