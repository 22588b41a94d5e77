import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { agencyToday } from "~/shared/agency-today.ts";
import { runQuery } from "~/shared/api.ts";
import { callFunction } from "~/shared/call-function.ts";
import { downloadFile } from "~/shared/download-file.ts";
import { isUuid } from "~/shared/is-uuid.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { shownInvoiceStatus } from "../../../../domain/invoices.ts";

export type Invoice = {
  id: string;
  invoice_number: string;
  /** The displayed status: overdue from the day after the due date. */
  status: string;
  description: string | null;
  amount: number;
  /** The amount still to pay while the invoice is open. */
  owed_amount: number;
  currency: string;
  due_date: string | null;
  paid_date: string | null;
};

export type InvoiceFilter = "all" | "open" | "paid";
/** `today` is the agency's date, YYYY-MM-DD. `next` is where the next page starts; null after the last page. */
type InvoicePage = { invoices: Invoice[]; today: string; next: number | null };

const PAGE_SIZE = 25;
const STATUSES = { all: null, open: ["pending", "overdue"], paid: ["paid"] } as const;

/** A page of a client's invoices, newest first (spec §7), starting at `from`. Amounts are in cents. */
async function listInvoices(clientId: string, filter: InvoiceFilter, from: number): Promise<InvoicePage> {
  const statuses = STATUSES[filter];
  const [rows, today] = await Promise.all([
    runQuery((db) => {
      const all = db
        .from("invoices")
        .select(
          "id, invoice_number, status, description, amount, owed_amount, currency, due_date, paid_date, created_at",
        )
        .eq("client_id", clientId)
        // Clients never see drafts, and an admin who views the portal as a client sees the same.
        .neq("status", "draft");
      return (
        (statuses ? all.in("status", statuses) : all)
          .order("created_at", { ascending: false })
          .order("id")
          // Requests one more than a page to learn whether there is a next page.
          .range(from, from + PAGE_SIZE)
      );
    }),
    agencyToday(),
  ]);
  const invoices = rows
    .slice(0, PAGE_SIZE)
    .map((invoice) => ({ ...invoice, status: shownInvoiceStatus(invoice, today) }));
  return { invoices, today, next: rows.length > PAGE_SIZE ? from + PAGE_SIZE : null };
}

/** A client's invoices, a page at a time. The list stays visible while another filter loads. */
export const invoicesQuery = (userId: string, filter: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.invoices(userId, filter),
    queryFn: ({ pageParam }) => listInvoices(userId, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // A recent payment must not show as open for long.
    staleTime: 5_000,
  });

const INVOICE =
  "id, invoice_number, status, description, amount, currency, due_date, paid_date, issued_at, created_at, received_amount, refunded_amount, credited_amount, owed_amount, needs_attention";

/** The data of an invoice page. Null when the invoice does not exist or belongs to another client. */
async function loadInvoice(clientId: string, invoiceId: string) {
  if (!isUuid(invoiceId)) return null;
  const [invoice, lines, payments, credits, today] = await Promise.all([
    runQuery((db) =>
      db
        .from("invoices")
        .select(INVOICE)
        .eq("id", invoiceId)
        .eq("client_id", clientId)
        .neq("status", "draft")
        .maybeSingle(),
    ),
    runQuery((db) =>
      db
        .from("invoice_lines")
        .select("id, description, quantity, unit_amount, amount")
        .eq("invoice_id", invoiceId)
        .order("position"),
    ),
    runQuery((db) =>
      db
        .from("payments")
        .select("id, kind, amount, currency, is_duplicate, occurred_at")
        .eq("invoice_id", invoiceId)
        .order("occurred_at"),
    ),
    runQuery((db) =>
      db
        .from("invoice_credits")
        .select("id, amount, reason, created_at")
        .eq("invoice_id", invoiceId)
        .order("created_at"),
    ),
    agencyToday(),
  ]);
  if (!invoice) return null;
  return { invoice: { ...invoice, status: shownInvoiceStatus(invoice, today) }, lines, payments, credits, today };
}

export type InvoiceDetails = NonNullable<Awaited<ReturnType<typeof loadInvoice>>>;

/** Refetched each time its page opens, because it may have been paid. */
export const invoiceQuery = (clientId: string, invoiceId: string) =>
  queryOptions({
    queryKey: queryKeys.invoice(clientId, invoiceId),
    queryFn: () => loadInvoice(clientId, invoiceId),
    staleTime: 0,
  });

/** Downloads an invoice's PDF as '<invoice number>.pdf'. */
export async function downloadInvoice(invoiceId: string, invoiceNumber: string): Promise<void> {
  const file = await callFunction("invoice-pdf", { invoiceId });
  if (!(file instanceof Blob) || file.size === 0) throw new TypeError("The answer is no file");
  downloadFile(`${invoiceNumber}.pdf`, "application/pdf", file);
}
