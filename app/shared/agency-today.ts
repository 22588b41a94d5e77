import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";
import { toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";

const STALE_TIME_MS = 60_000;

/**
 * Today in the agency's time zone, YYYY-MM-DD: an invoice is overdue by the agency's calendar, wherever its reader sits.
 * Asked once a minute at most. Throws ServiceError.
 */
export function agencyToday(): Promise<string> {
  return queryClient.fetchQuery({
    queryKey: queryKeys.agencyToday(),
    queryFn: fetchAgencyToday,
    staleTime: STALE_TIME_MS,
  });
}

async function fetchAgencyToday(): Promise<string> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("agency_today");
  if (error) throw toServiceError(error, "/rest/v1/rpc/agency_today", status);
  return data;
}
