import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import { SUBMISSIONS } from "../../supabase/functions/_shared/submissions/limit.ts";
import { tooManyRequests } from "../backend/protocol-errors.ts";

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
