import { rpc } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";

const STALE_TIME_MS = 60_000;

/** Today's date in the agency's time zone, YYYY-MM-DD, for due dates. It is fetched at most once a minute. */
export function agencyToday(): Promise<string> {
  return queryClient.fetchQuery({
    queryKey: queryKeys.agencyToday(),
    queryFn: () => rpc("agency_today"),
    staleTime: STALE_TIME_MS,
  });
}
