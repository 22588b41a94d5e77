/** At most `limit` requests per `windowSeconds`, counted separately for each key. */
export type Limit = { limit: number; windowSeconds: number };

export type Verdict = { allowed: boolean; retryAfterSeconds: number };

/**
 * Counts a request and returns whether it is allowed. `refund` undoes one count, for limits that count only failures.
 */
export type RateLimiter = ((key: string, limit: Limit) => Promise<Verdict>) & {
  refund?: (key: string) => Promise<void>;
};
