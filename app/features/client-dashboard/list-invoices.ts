import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type Invoice = {
  id: string;
  invoice_number: string;
  status: string;
  description: string | null;
  amount: number;
  currency: string;
  due_date: string | null;
  paid_date: string | null;
  created_at: string;
};

/** A client's invoices, newest first (spec §7). Amounts in cents. Throws ServiceError. */
export async function listInvoices(clientId: string): Promise<Invoice[]> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase
    .from("invoices")
    .select("id, invoice_number, status, description, amount, currency, due_date, paid_date, created_at")
    .eq("client_id", clientId)
    .order("created_at", { ascending: false });
  if (error) throw toServiceError(error, "/rest/v1/invoices", status);
  return data;
}
