import { tooManyRequests } from "../backend/protocol-errors.ts";
import type { Limit, RateLimiter } from "../rate-limit/rate-limiter.ts";

/** What one address may send through a form. Against floods only: an office behind one address stays far below. */
export const SUBMISSIONS: Limit = { limit: 60, windowSeconds: 600 };

/** Counts direct inserts of contact messages (spec §7 Fallback), which write e-mails as the function does. */
export function createDirectInsertLimit(limiter: RateLimiter) {
  return async (request: Request, address: string): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    // No path of ours needs a percent sign: one that has it may spell the table's name.
    if (request.method !== "POST" || !/contacts|%/i.test(pathname)) return undefined;
    const { allowed, retryAfterSeconds } = await limiter(`contacts:${address}`, SUBMISSIONS);
    return allowed ? undefined : tooManyRequests(pathname, retryAfterSeconds);
  };
}
