import { useQuery } from "@tanstack/react-query";
import { adminOverviewQuery } from "~/shared/shell/admin-counts.ts";

/** The number of pending sign-ups, for the badge on the Approvals tab. Undefined while it loads. */
export function usePendingCount(): number | undefined {
  return useQuery(adminOverviewQuery()).data?.pending_approvals;
}
