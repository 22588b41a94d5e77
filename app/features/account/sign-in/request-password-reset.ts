import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** Sends the reset e-mail, whose link opens /reset-password (spec §7). Answers the problem, or null. */
export async function requestPasswordReset(email: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const redirectTo = new URL("/reset-password", location.origin).href;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  return error ? toAuthProblem(error, "/auth/v1/recover") : null;
}
