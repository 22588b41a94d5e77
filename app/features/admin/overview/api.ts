import { queryOptions, useQuery } from "@tanstack/react-query";
import { rpc } from "~/shared/api.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import * as z from "~/shared/schema.ts";
import { adminOverviewQuery } from "~/shared/shell/admin-counts.ts";

/** The number of pending sign-ups, for the badge on the Approvals tab. Undefined while it loads. */
export function usePendingCount(): number | undefined {
  return useQuery(adminOverviewQuery()).data?.pending_approvals;
}

export const waitingWork = z.object({
  /** By currency, in the smallest unit. */
  overdue: z.array(z.object({ currency: z.string(), amount: z.number(), invoices: z.number() })),
  open_requests: z.number(),
  /** Agreed invoices that are due within the payment term, so that it's time to open them for payment. */
  to_open: z.number(),
});

/** The overdue money, the open requests and the invoices to open for payment, of all clients. */
export const waitingWorkQuery = queryOptions({
  queryKey: [...queryKeys.adminOverview(), "waiting"],
  queryFn: () => rpc("list_waiting_work", {}, waitingWork),
  refetchInterval: 60_000,
});
