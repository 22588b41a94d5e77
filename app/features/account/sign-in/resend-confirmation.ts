import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { siteRoot } from "./site-root.ts";

/** Sends the confirmation e-mail of a sign-up once more. Answers the problem, or null. */
export async function resendConfirmation(email: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({ type: "signup", email, options: { emailRedirectTo: siteRoot() } });
  return error ? toAuthProblem(error, "/auth/v1/resend") : null;
}
