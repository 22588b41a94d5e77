import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { pulseQuery } from "./pulse.ts";

/** Follows the database's change number while the page is seen; when it moved, everything of the CRM is asked again. */
export function useCrmPolling(): void {
  const client = useQueryClient();
  const { data: pulse, dataUpdatedAt } = useQuery(pulseQuery);
  const lastChange = useRef<number | undefined>(undefined);
  const refetchAgain = useRef(false);
  const change = pulse?.change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look counts, also one that found the same number
  useEffect(() => {
    if (change === undefined) return;
    const moved = lastChange.current !== undefined && lastChange.current !== change;
    lastChange.current = change;
    // The number may move a moment before the change can be read: what moved is asked once more at the next look.
    if (moved || refetchAgain.current) void client.invalidateQueries({ queryKey: queryKeys.crm() });
    refetchAgain.current = moved;
  }, [change, dataUpdatedAt, client]);
}
