import { agencyToday } from "~/shared/agency-today.ts";
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
export type InvoicePage = { invoices: Invoice[]; today: string; next: number | null };

const PAGE_SIZE = 25;
const STATUSES = { all: null, open: ["pending", "overdue"], paid: ["paid"] } as const;

/** A page of a client's invoices, newest first (spec §7), from the one at `from` on. Amounts in cents. Throws ServiceError. */
export async function listInvoices(clientId: string, filter: InvoiceFilter, from: number): Promise<InvoicePage> {
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
