import { queryOptions, useQuery } from "@tanstack/react-query";
import { runQuery } from "../api.ts";
import { queryKeys } from "../query-keys.ts";
import { waitingPagesQuery } from "../waiting-pages.ts";

/** The header figures of the admin dashboard (spec §2), counted by the database. */
export const adminOverviewQuery = () =>
  queryOptions({
    queryKey: queryKeys.adminOverview(),
    queryFn: () => runQuery((db) => db.rpc("list_admin_overview").single()),
    refetchInterval: 60_000,
  });

/** The sidebar shows 99+ from here on. */
const MAX_COUNT = 100;

const openRequestsQuery = queryOptions({
  queryKey: [...queryKeys.changeRequests(), "open"],
  queryFn: () => runQuery((db) => db.from("change_requests").select("id").eq("status", "open").limit(MAX_COUNT)),
  refetchInterval: 60_000,
});

/** What waits for an admin: sign-ups to approve, open requests, and landing pages to approve. Zero while they load. */
export function useAdminCounts(): { pending: number; requests: number; pages: number } {
  const { data: overview } = useQuery(adminOverviewQuery());
  const { data: requests = [] } = useQuery(openRequestsQuery);
  const { data: pages = 0 } = useQuery(waitingPagesQuery);
  return { pending: overview?.pending_approvals ?? 0, requests: requests.length, pages };
}
