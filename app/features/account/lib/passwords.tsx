import { useEffect, useState } from "react";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import * as z from "~/shared/schema.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type PasswordProblem, passwordProblems, passwordStrength } from "../../../../domain/password-rules.ts";

/** Spec §5: sign-up, reset and settings use the same rules. */
const PASSWORD_TEXTS: Record<PasswordProblem, string> = {
  "too-short": "Password must be at least 6 characters long",
  mismatch: "Passwords do not match",
};

/** Checks a new password and its confirmation, even when other fields have errors. */
export const newPasswordRules = z.superRefine<{ password?: string; confirmPassword?: string }>(
  ({ password = "", confirmPassword = "" }, context) => {
    for (const problem of passwordProblems(password, confirmPassword)) {
      const path = [problem === "mismatch" ? "confirmPassword" : "password"];
      context.addIssue({ code: "custom", path, message: PASSWORD_TEXTS[problem] });
    }
  },
  { when: () => true },
);

const LABELS = ["", "Weak", "Fair", "Good", "Strong"] as const;
const COLOURS = ["", "bg-bad-dot", "bg-warn-dot", "bg-ok-dot", "bg-ok-dot"] as const;

/** Shows in words and bars how hard a new password is to guess. It is only advice. */
export function PasswordStrengthHint({ password, className = "" }: { password: string; className?: string }) {
  const isCommon = useCommonPassword(password);
  const strength = isCommon ? 1 : passwordStrength(password);
  if (strength === 0) return null;
  return (
    <div className={`flex items-center gap-2 text-xs text-ink-3 ${className}`}>
      <span className="flex gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={`h-1 w-6 rounded-full ${step <= strength ? COLOURS[strength] : "bg-line"}`} />
        ))}
      </span>
      <span aria-live="polite">
        {LABELS[strength]} password{isCommon ? ": too common" : strength === 1 ? ": longer is better" : ""}
      </span>
    </div>
  );
}

/** Whether the server will refuse the password as too common. Its list loads with the first letter that is typed. */
function useCommonPassword(password: string): boolean {
  const [isCommon, setCommon] = useState<(password: string) => boolean>(() => () => false);
  const isTyping = password !== "";
  useEffect(() => {
    if (isTyping)
      import("../../../../domain/common-passwords.ts").then(
        ({ isCommonPassword }) => setCommon(() => isCommonPassword),
        // The server checks it anyway.
        () => undefined,
      );
  }, [isTyping]);
  return isCommon(password);
}

/** Sets the signed-in user's password (spec §7: update user with password). Throws AuthProblem. */
export async function updatePassword(password: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ password });
  if (error) throw toAuthProblem(error, "/auth/v1/user");
}
