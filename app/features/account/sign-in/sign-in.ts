import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toSignInProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";

export type Credentials = { email: string; password: string };

/** Signs in with e-mail and password (spec §7). Answers the problem, or null when signed in. */
export async function signIn({ email, password }: Credentials): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.signInWithPassword({ email, password });
  return error ? toSignInProblem(error, "/auth/v1/token") : null;
}
