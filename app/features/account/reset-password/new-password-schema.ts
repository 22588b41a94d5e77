import * as z from "~/shared/schema.ts";
import { passwordProblems } from "../../../../domain/password-rules.ts";
import { PASSWORD_TEXTS } from "../lib/password-texts.ts";

const text = z._default(z.string(), "");

/** Spec §5 Reset password: the same rules as for sign-up. */
export const newPasswordSchema = z.object({ password: text, confirmPassword: text }).check(
  z.superRefine(({ password, confirmPassword }, context) => {
    for (const problem of passwordProblems(password, confirmPassword)) {
      const path = [problem === "mismatch" ? "confirmPassword" : "password"];
      context.addIssue({ code: "custom", path, message: PASSWORD_TEXTS[problem] });
    }
  }),
);

export type NewPassword = z.output<typeof newPasswordSchema>;
