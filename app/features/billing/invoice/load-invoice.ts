import { agencyToday } from "~/shared/agency-today.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { shownInvoiceStatus } from "../../../../domain/invoices.ts";

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
