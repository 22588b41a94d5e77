import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "~/shared/query-keys.ts";
import { useOnline } from "~/shared/use-online.ts";
import { type ConnectionCheck, checkConnection } from "./check-connection.ts";
import type { FramePhase } from "./dashboard-frame.tsx";

/** Spec §9. */
const CHECK_INTERVAL_MS = 30_000;

export type Connection = {
  /** Null until the first check has answered. */
  live: boolean | null;
  syncedAt: number | null;
  check: () => void;
};

/**
 * Whether a dashboard is live: the browser has a network, our host answers every 30 s, and the frame did not fail. Checks
 * pause while the tab is hidden and catch up when it is looked at again.
 */
export function useConnection(dashboardId: string, frame: FramePhase): Connection {
  const browserOnline = useOnline();
  const { data, refetch } = useQuery({
    queryKey: queryKeys.connection(dashboardId),
    queryFn: ({ client, queryKey }) => checkConnection(client.getQueryData<ConnectionCheck>(queryKey)),
    refetchInterval: CHECK_INTERVAL_MS,
    staleTime: CHECK_INTERVAL_MS,
    // What it asks is whether there is a network; each visit asks anew.
    networkMode: "always",
    refetchOnReconnect: "always",
    gcTime: 0,
  });
  return {
    live: data ? data.online && browserOnline && frame !== "failed" : null,
    syncedAt: data?.syncedAt ?? null,
    check: () => void refetch(),
  };
}
