/** At most `limit` hits per `windowSeconds`, counted for each key on its own. */
export type Limit = { limit: number; windowSeconds: number };

export type Verdict = { allowed: boolean; retryAfterSeconds: number };

/** Counts a hit and says whether it is still allowed. `refund` takes one hit back, where only failures are to count. */
export type RateLimiter = ((key: string, limit: Limit) => Promise<Verdict>) & {
  refund?: (key: string) => Promise<void>;
};
