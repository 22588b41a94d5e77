import type { AuthProblem } from "./auth-messages.ts";
import { toAuthProblem } from "./auth-problem.ts";
import { abortRequestsDuring } from "./session-signal.ts";
import { getSupabase } from "./supabase.ts";

/**
 * Ends the session in this browser, on every device, or on all others. Without a network 'local' still forgets it here, so that nobody
 * stays signed in on a machine they are leaving; the others keep it and answer the problem when they fail.
 */
export async function signOut(scope: "local" | "global" | "others" = "local"): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const leave = () => auth.signOut({ scope });
  const { error } = await (scope === "others" ? leave() : abortRequestsDuring(leave));
  return error && scope !== "local" ? toAuthProblem(error, "/auth/v1/logout") : null;
}
