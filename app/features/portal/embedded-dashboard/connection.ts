import { useQuery } from "@tanstack/react-query";
import { loadConfig } from "~/shared/config.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { useOnline } from "~/shared/use-online.ts";
import type { FramePhase } from "./dashboard-frame.tsx";

/** Spec §9. */
const CHECK_INTERVAL_MS = 30_000;

type Connection = {
  /** Null until the first check completes. */
  live: boolean | null;
  syncedAt: number | null;
  check: () => void;
};

/**
 * Whether a dashboard is live: the browser is online, our host responds every 30 s, and the frame did not fail. Checks pause
 * while the tab is hidden and resume when it is visible.
 */
export function useConnection(dashboardId: string, frame: FramePhase): Connection {
  const browserOnline = useOnline();
  const { data, refetch } = useQuery({
    queryKey: queryKeys.connection(dashboardId),
    queryFn: ({ client, queryKey }) => checkConnection(client.getQueryData<ConnectionCheck>(queryKey)),
    refetchInterval: CHECK_INTERVAL_MS,
    staleTime: CHECK_INTERVAL_MS,
    // The check tests the network itself, so it also runs offline, and each visit checks again.
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

type ConnectionCheck = {
  online: boolean;
  /** When the last check succeeded, in milliseconds; null before the first success. */
  syncedAt: number | null;
};

export type Signals = {
  browserOnline: () => boolean;
  /** Resolves when our host responds, rejects when it cannot be reached. */
  pingHost: () => Promise<unknown>;
  /** The simulated outage rate (spec §9): 0 outside the demo. */
  outageRate: () => Promise<number>;
  random: () => number;
  now: () => number;
};

/** One connection check (spec §4). The first one never simulates an outage, so a dashboard opens with its real status. */
export async function checkConnection(
  before: ConnectionCheck | undefined,
  signals: Signals = DEFAULT_SIGNALS,
): Promise<ConnectionCheck> {
  const online = (await isReached(signals)) && !(before && (await isSimulatedOutage(signals)));
  return { online, syncedAt: online ? signals.now() : (before?.syncedAt ?? null) };
}

async function isReached({ browserOnline, pingHost }: Signals): Promise<boolean> {
  if (!browserOnline()) return false;
  return pingHost().then(
    () => true,
    () => false,
  );
}

async function isSimulatedOutage({ outageRate, random }: Signals): Promise<boolean> {
  return random() < (await outageRate().catch(() => 0));
}

const TIMEOUT_MS = 10_000;

const DEFAULT_SIGNALS: Signals = {
  browserOnline: () => navigator.onLine,
  pingHost: async () => {
    const response = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`/healthz answered ${response.status}`);
  },
  outageRate: async () => (await loadConfig()).signalOutageRate,
  random: Math.random,
  now: Date.now,
};
