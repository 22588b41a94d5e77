import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { listRetainers } from "./list-retainers.ts";
import type { UpcomingCharge } from "./list-upcoming-charges.ts";
import { RetainersTable } from "./retainers-table.tsx";
import { UpcomingCharges } from "./upcoming-charges.tsx";

type Props = { userId: string; charges: UpcomingCharge[] };

/** What runs every month, and what it charges next. */
export function RetainersTab({ userId, charges }: Props) {
  const retainers = useQuery({ queryKey: queryKeys.retainers(userId), queryFn: () => listRetainers(userId) });
  return (
    <QueryBoundary
      query={retainers}
      errorMessage="Your retainers could not be loaded"
      skeleton={<TableSkeleton label="Loading your retainers" />}
    >
      {(list) => (
        <div className="grid gap-5">
          <UpcomingCharges charges={charges} />
          <RetainersTable retainers={list} charges={charges} />
        </div>
      )}
    </QueryBoundary>
  );
}
