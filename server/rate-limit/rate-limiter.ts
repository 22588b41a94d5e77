import type { RateLimiter, Verdict } from "../../supabase/functions/_shared/limits.ts";

const ALLOWED: Verdict = { allowed: true, retryAfterSeconds: 0 };
/** The maximum per kind. There are about twenty kinds. */
const MAX_KEYS = 50_000;

type Window = { hits: number; ends: number };

/**
 * Counts in memory, for a single host. `scale` multiplies every limit (RATE_LIMIT_SCALE); 0 turns counting off. Windows
 * are fixed, and changes of the machine's clock do not move them. If there are too many keys of one kind (the first two parts of a key), the oldest are evicted. So a flood
 * of keys that anyone can create, such as sign-ins, does not reset other counters, such as those of wrong codes.
 */
export function memoryRateLimiter(scale: number, now: () => number = () => performance.now()): RateLimiter {
  const kinds = new Map<string, Map<string, Window>>();
  const windowsOf = (key: string) => {
    const kind = key.split(":", 2).join(":");
    const found = kinds.get(kind) ?? new Map<string, Window>();
    kinds.set(kind, found);
    return found;
  };
  const count: RateLimiter = async (key, { limit, windowSeconds }) => {
    if (scale === 0) return ALLOWED;
    const time = now();
    const windows = windowsOf(key);
    let window = windows.get(key);
    if (!window || window.ends <= time) {
      window = { hits: 0, ends: time + windowSeconds * 1000 };
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value as string);
    }
    window.hits += 1;
    if (window.hits <= Math.max(1, Math.floor(limit * scale))) return ALLOWED;
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((window.ends - time) / 1000)) };
  };
  const refund = async (key: string) => {
    const window = windowsOf(key).get(key);
    if (window) window.hits = Math.max(0, window.hits - 1);
  };
  return Object.assign(count, { refund });
}

type CountHit = (
  key: string,
  limit: number,
  windowSeconds: number,
) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;

/** Counts in the database, so that several hosts on one PostgreSQL share their limits. */
export function databaseRateLimiter(
  scale: number,
  countHit: CountHit,
  refund: (key: string) => Promise<void>,
): RateLimiter {
  const count: RateLimiter = async (key, { limit, windowSeconds }) => {
    if (scale === 0) return ALLOWED;
    return countHit(key, Math.max(1, Math.floor(limit * scale)), windowSeconds);
  };
  return Object.assign(count, { refund });
}
