import type { Limit } from "../../supabase/functions/_shared/limits.ts";
import type { AuthRequest } from "./auth-context.ts";

/**
 * Counts only failures. Each attempt is counted before it starts, so that a thousand parallel attempts cannot all pass,
 * and the count is undone when it succeeds. Throws TooManyRequests when a limit is exceeded.
 */
export async function limitFailures(
  call: AuthRequest,
  limits: Record<string, Limit>,
  attempt: () => Promise<Response>,
): Promise<Response> {
  for (const [key, limit] of Object.entries(limits)) await call.count(key, limit);
  const answer = await attempt();
  if (opensSession(answer)) for (const key of Object.keys(limits)) await call.deps.limiter.refund?.(`auth:${key}`);
  return answer;
}

/** Whether a link or code opened a session. The session is in the body, or in the fragment of the redirect address. */
export function opensSession(answer: Response): boolean {
  const location = answer.headers.get("location");
  return location === null ? answer.ok : location.includes("#access_token=");
}
