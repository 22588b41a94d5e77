import { toAuthProblem } from "./auth-problem.ts";
import { noteOwnSignOut } from "./session-ended.ts";
import { abortRequestsDuring } from "./session-signal.ts";
import { getSupabase } from "./supabase.ts";

/**
 * Ends the session in this browser, on every device, or on all others. Offline, 'local' still removes it here, so that no one
 * stays signed in on a shared machine. The others throw AuthProblem and keep the session. `next` is the sign-in page that opens.
 */
export async function signOut(scope: "local" | "global" | "others" = "local", next?: string): Promise<void> {
  const { auth } = await getSupabase();
  if (scope !== "others") noteOwnSignOut(next);
  const leave = () => auth.signOut({ scope });
  const { error } = await (scope === "others" ? leave() : abortRequestsDuring(leave));
  if (error && scope !== "local") throw toAuthProblem(error, "/auth/v1/logout");
}
