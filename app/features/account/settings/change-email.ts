import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import type { FactorProblem } from "~/shared/second-factor/factor-problem.ts";
import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type PasswordProof, verifyPassword } from "./verify-password.ts";

export type EmailChangeError = { field: "current" | "code" | "email"; problem: FactorProblem };
type Change = PasswordProof & { newEmail: string };

const returnTo = () => new URL("/", location.origin).href;

/** Asks for another address: it counts once the new mailbox has confirmed it. Answers what was refused, or null. */
export async function changeEmail({ newEmail, ...proof }: Change): Promise<EmailChangeError | null> {
  const refused = await verifyPassword(proof);
  if (refused) return refused;
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ email: newEmail }, { emailRedirectTo: returnTo() });
  return error ? { field: "email", problem: toAuthProblem(error, "/auth/v1/user") } : null;
}

/** Writes to the new mailbox once more. The server knows the account by its present address. Answers the problem, or null. */
export async function resendEmailChange(email: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.resend({ type: "email_change", email, options: { emailRedirectTo: returnTo() } });
  return error ? toAuthProblem(error, "/auth/v1/resend") : null;
}

/** Takes the change back; its link leads nowhere from then on. Throws ServiceError. */
export async function cancelEmailChange(): Promise<void> {
  const supabase = await getSupabase();
  const { error, status } = await supabase.rpc("cancel_email_change");
  // Confirmed or taken back meanwhile: there is nothing left to do.
  if (error && error.code !== "PT404") throw toServiceError(error, "/rest/v1/rpc/cancel_email_change", status);
}
