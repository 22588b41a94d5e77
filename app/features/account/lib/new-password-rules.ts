import * as z from "~/shared/schema.ts";
import { type PasswordProblem, passwordProblems } from "../../../../domain/password-rules.ts";

/** Spec §5: sign-up, reset and settings use the same rules. */
const PASSWORD_TEXTS: Record<PasswordProblem, string> = {
  "too-short": "Password must be at least 6 characters long",
  mismatch: "Passwords do not match",
  unconfirmed: "Enter the password again",
};

/** Checks a new password and its confirmation, even when other fields have errors. */
export const newPasswordRules = z.superRefine<{ password?: string; confirmPassword?: string }>(
  ({ password = "", confirmPassword = "" }, context) => {
    for (const problem of passwordProblems(password, confirmPassword)) {
      const path = [problem === "too-short" ? "password" : "confirmPassword"];
      context.addIssue({ code: "custom", path, message: PASSWORD_TEXTS[problem] });
    }
  },
  { when: () => true },
);
