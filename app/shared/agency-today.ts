import { rpc } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";

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
  const data = await rpc("agency_today");
  return data;
}
