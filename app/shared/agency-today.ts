import { toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";

/**
 * Today in the agency's time zone, YYYY-MM-DD: an invoice is overdue by the agency's calendar, wherever its reader sits.
 * Throws ServiceError.
 */
export async function agencyToday(): Promise<string> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("agency_today");
  if (error) throw toServiceError(error, "/rest/v1/rpc/agency_today", status);
  return data;
}
