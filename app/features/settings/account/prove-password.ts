import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { sessionIdOf } from "./session-id.ts";

/**
 * Signs in with the current password: that proves it, and begins the fresh session which the server asks for. The session
 * from before is ended, so that this browser is not in the list twice. Answers the problem, or null.
 */
export async function provePassword(email: string, password: string): Promise<AuthProblem | null> {
  const supabase = await getSupabase();
  const before = (await supabase.auth.getSession()).data.session;
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) return toAuthProblem(error, "/auth/v1/token");
  const session = sessionIdOf(before?.access_token);
  // Should it fail, the old session stays in the list and can be ended there.
  if (session) await supabase.rpc("end_own_session", { p_session_id: session });
  return null;
}
