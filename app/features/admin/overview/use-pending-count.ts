import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { loadAdminOverview } from "./load-admin-overview.ts";

/** How many sign-ups wait, for the badge on the Approvals tab; undefined while it is not known. */
export function usePendingCount(): number | undefined {
  return useQuery({ queryKey: queryKeys.adminOverview(), queryFn: loadAdminOverview }).data?.pending_approvals;
}
