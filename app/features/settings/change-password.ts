import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { updatePassword } from "~/shared/update-password.ts";

/** Which of both was refused, and why. */
export type PasswordRefusal = { field: "current" | "password"; problem: AuthProblem };
export type PasswordChange = { email: string; current: string; next: string };

/**
 * Changes the password of somebody who proves the current one: signing in with it also gives the fresh session which the
 * server asks for. Answers what was refused, or null.
 */
export async function changePassword({ email, current, next }: PasswordChange): Promise<PasswordRefusal | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithPassword({ email, password: current });
  if (error) return { field: "current", problem: toAuthProblem(error, "/auth/v1/token") };
  const problem = await updatePassword(next);
  return problem ? { field: "password", problem } : null;
}
