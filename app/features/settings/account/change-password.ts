import type { AuthProblem } from "~/shared/auth-messages.ts";
import { updatePassword } from "~/shared/update-password.ts";
import { provePassword } from "./prove-password.ts";

/** Which of both was refused, and why. */
export type PasswordRefusal = { field: "current" | "password"; problem: AuthProblem };
export type PasswordChange = { email: string; current: string; next: string };

/** Changes the password of somebody who proves the current one. Answers what was refused, or null. */
export async function changePassword({ email, current, next }: PasswordChange): Promise<PasswordRefusal | null> {
  const refused = await provePassword(email, current);
  if (refused) return { field: "current", problem: refused };
  const problem = await updatePassword(next);
  return problem ? { field: "password", problem } : null;
}
