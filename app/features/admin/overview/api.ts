import { queryOptions, useQuery } from "@tanstack/react-query";
import { runQuery } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";

/** The header figures of the admin dashboard (spec §2), counted by the database. */
export const adminOverviewQuery = () =>
  queryOptions({
    queryKey: queryKeys.adminOverview(),
    queryFn: () => runQuery((db) => db.rpc("list_admin_overview").single()),
  });

/** The number of pending sign-ups, for the badge on the Approvals tab. Undefined while it loads. */
export function usePendingCount(): number | undefined {
  return useQuery(adminOverviewQuery()).data?.pending_approvals;
}
