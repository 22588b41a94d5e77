import type { AuthProblem } from "./auth-messages.ts";
import { toAuthProblem } from "./auth-problem.ts";
import { getSupabase } from "./supabase.ts";

/**
 * Ends the session in this browser, or on every device. Without a network 'local' still forgets it here, so that nobody
 * stays signed in on a machine they are leaving; a failed 'global' keeps it and answers the problem.
 */
export async function signOut(scope: "local" | "global" = "local"): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.signOut({ scope });
  return error && scope === "global" ? toAuthProblem(error, "/auth/v1/logout") : null;
}
