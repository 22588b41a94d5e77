/** At most `limit` hits per `windowSeconds`, counted for each key on its own. */
export type Limit = { limit: number; windowSeconds: number };

export type Verdict = { allowed: boolean; retryAfterSeconds: number };

export type RateLimiter = (key: string, limit: Limit) => Promise<Verdict>;
