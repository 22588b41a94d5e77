import type { PasswordProblem } from "../../../../domain/password-rules.ts";

/** Spec §5, for sign-up, reset and settings alike. */
export const PASSWORD_TEXTS: Record<PasswordProblem, string> = {
  "too-short": "Password must be at least 6 characters long",
  mismatch: "Passwords do not match",
};
