import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { pulseQuery } from "./pulse.ts";

/** Follows the database's change number while the page is seen; when it moved, everything of the CRM is asked again. */
export function useFollowCrm(): void {
  const client = useQueryClient();
  const { data: pulse, dataUpdatedAt } = useQuery(pulseQuery);
  const known = useRef<number | undefined>(undefined);
  const again = useRef(false);
  const change = pulse?.change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look counts, also one that found the same number
  useEffect(() => {
    if (change === undefined) return;
    const moved = known.current !== undefined && known.current !== change;
    known.current = change;
    // The number may move a moment before the change can be read: what moved is asked once more at the next look.
    if (moved || again.current) void client.invalidateQueries({ queryKey: queryKeys.crm() });
    again.current = moved;
  }, [change, dataUpdatedAt, client]);
}
