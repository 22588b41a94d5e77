import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";

/** Sets the password of the signed-in person (spec §7: update user with password). Answers the problem, or null. */
export async function updatePassword(password: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ password });
  return error ? toAuthProblem(error, "/auth/v1/user") : null;
}
