import { passwordStrength } from "../../../../domain/password-rules.ts";

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
