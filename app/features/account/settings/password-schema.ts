import * as z from "~/shared/schema.ts";
import { passwordProblems } from "../../../../domain/password-rules.ts";
import { PASSWORD_TEXTS } from "../lib/password-texts.ts";
import { factorCodeShape } from "./factor-code-fields.tsx";

/** Spec §5: the rules of a new password; the current one proves who asks. */
export const passwordSchema = z
  .object({ current: z.string(), password: z.string(), confirmPassword: z.string(), ...factorCodeShape })
  .check(
    z.superRefine(
      ({ current, password, confirmPassword }, context) => {
        if (!current)
          context.addIssue({ code: "custom", path: ["current"], message: "Your current password is required" });
        for (const problem of passwordProblems(password ?? "", confirmPassword ?? "")) {
          const path = [problem === "mismatch" ? "confirmPassword" : "password"];
          context.addIssue({ code: "custom", path, message: PASSWORD_TEXTS[problem] });
        }
      },
      { when: () => true },
    ),
  );

export type PasswordValues = z.output<typeof passwordSchema>;
