import type { Limit } from "../../supabase/functions/_shared/limits.ts";
import type { AuthRequest } from "./auth-context.ts";

/**
 * Lets only failures count: each try takes its place in every limit before it begins, so that a thousand at once do not pass
 * together, and gives it back when it succeeds. Throws TooManyRequests when a limit is used up.
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

/** Whether a link or code opened a session: in the body, or in the fragment of the address that a link leads to. */
export function opensSession(answer: Response): boolean {
  const location = answer.headers.get("location");
  return location === null ? answer.ok : location.includes("#access_token=");
}
