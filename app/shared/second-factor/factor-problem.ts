import { type AuthProblem, authProblemText } from "../auth-messages.ts";
import { type AuthFailure, toAuthProblem } from "../auth-problem.ts";

/** Expected outcomes of calls about authenticator apps, as typed codes. */
export type FactorProblem = { code: keyof typeof TEXTS } | AuthProblem;

const TEXTS = {
  // The server does not tell a used code from a wrong one.
  "wrong-code": "This code is wrong or was already used. Enter the code that your app shows now.",
  "expired-code": "This code has expired. Enter the code that your app shows now.",
  "name-taken": "You already have an app with this name. Choose another name.",
  "too-many-apps": "You cannot add more authenticator apps. Remove one first.",
  "no-such-app": "This authenticator app is no longer set up. Reload the page and try again.",
  "code-needed": "Enter a code from your authenticator app first.",
} as const;

const CODES: Record<string, keyof typeof TEXTS> = {
  mfa_verification_failed: "wrong-code",
  mfa_verification_rejected: "wrong-code",
  mfa_challenge_expired: "expired-code",
  mfa_factor_name_conflict: "name-taken",
  too_many_enrolled_mfa_factors: "too-many-apps",
  mfa_factor_not_found: "no-such-app",
  insufficient_aal: "code-needed",
};

/** Sorts an error of the factor endpoints into the expected problems. `path` is the address asked, for its Retry-After. */
export function toFactorProblem(error: AuthFailure, path: string): FactorProblem {
  const known = CODES[error.code ?? ""];
  return known ? { code: known } : toAuthProblem(error, path);
}

/** The text of a problem, for the field or the toast that tells it. */
export function factorProblemText(problem: FactorProblem): string {
  return problem.code in TEXTS ? TEXTS[problem.code as keyof typeof TEXTS] : authProblemText(problem as AuthProblem);
}
