import type { AuthProblem } from "~/shared/auth-messages.ts";
import { toAuthProblem } from "~/shared/auth-problem.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { type PasswordProblem, passwordStrength } from "../../../../domain/password-rules.ts";

/** Spec §5, for sign-up, reset and settings alike. */
export const PASSWORD_TEXTS: Record<PasswordProblem, string> = {
  "too-short": "Password must be at least 6 characters long",
  mismatch: "Passwords do not match",
};

const LABELS = ["", "Weak", "Fair", "Good", "Strong"] as const;
const COLOURS = ["", "bg-bad-dot", "bg-warn-dot", "bg-ok-dot", "bg-ok-dot"] as const;

/** Says how hard a new password is to guess, in words and in bars. It advises and refuses nothing. */
export function PasswordStrengthHint({ password, className = "" }: { password: string; className?: string }) {
  const strength = passwordStrength(password);
  if (strength === 0) return null;
  return (
    <div className={`flex items-center gap-2 text-xs text-ink-3 ${className}`}>
      <span className="flex gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={`h-1 w-6 rounded-full ${step <= strength ? COLOURS[strength] : "bg-line"}`} />
        ))}
      </span>
      <span aria-live="polite">
        {LABELS[strength]} password{strength === 1 ? ": longer is better" : ""}
      </span>
    </div>
  );
}

/** Sets the password of the signed-in person (spec §7: update user with password). Answers the problem, or null. */
export async function updatePassword(password: string): Promise<AuthProblem | null> {
  const { auth } = await getSupabase();
  const { error } = await auth.updateUser({ password });
  return error ? toAuthProblem(error, "/auth/v1/user") : null;
}
