import { loadConfig } from "~/shared/config.ts";

export type ConnectionCheck = {
  online: boolean;
  /** When the last check that found a connection was, in milliseconds; null before the first one. */
  syncedAt: number | null;
};

export type Signals = {
  browserOnline: () => boolean;
  /** Resolves when our host answered, rejects when it cannot be reached. */
  pingHost: () => Promise<unknown>;
  /** The simulated share of outages (spec §9): 0 outside the demo. */
  outageRate: () => Promise<number>;
  random: () => number;
  now: () => number;
};

/** One check of the connection (spec §4). The first one never simulates: a dashboard opens as what it is. */
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
