import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queryKeys } from "../query-keys.ts";
import { toServiceError } from "../service-error.ts";
import { getSupabase } from "../supabase.ts";

/** Changes by others appear within five seconds. */
const EVERY_MS = 4_000;

/** Asks for the database's change number while the page is seen; when it moved, everything of the CRM is asked again. */
export function useFollowCrm(): void {
  const client = useQueryClient();
  const { data: change } = useQuery({
    queryKey: queryKeys.crmChange(),
    queryFn: readChange,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  const known = useRef<number | undefined>(undefined);
  const again = useRef(false);
  useEffect(() => {
    if (change === undefined) return;
    const moved = known.current !== undefined && known.current !== change.number;
    known.current = change.number;
    // The number may move a moment before the change can be read: what moved is asked once more at the next look.
    if (moved || again.current) void client.invalidateQueries({ queryKey: queryKeys.crm() });
    again.current = moved;
  }, [change, client]);
}

async function readChange(): Promise<{ number: number; at: number }> {
  const supabase = await getSupabase();
  const { data, error, status } = await supabase.rpc("crm_change");
  if (error) throw toServiceError(error, "/rest/v1/rpc/crm_change", status);
  return { number: data, at: Date.now() };
}
