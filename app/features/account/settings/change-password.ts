import type { FactorProblem } from "~/shared/second-factor/factor-problem.ts";
import { updatePassword } from "../lib/update-password.ts";
import { type PasswordProof, verifyPassword } from "./verify-password.ts";

/** What was refused, and why. */
export type PasswordChangeError = { field: "current" | "code" | "password"; problem: FactorProblem };
export type PasswordChange = PasswordProof & { next: string };

/** Changes the password of somebody who proves the current one. Answers what was refused, or null. */
export async function changePassword({ next, ...proof }: PasswordChange): Promise<PasswordChangeError | null> {
  const refused = await verifyPassword(proof);
  if (refused) return refused;
  const problem = await updatePassword(next);
  return problem ? { field: "password", problem } : null;
}
