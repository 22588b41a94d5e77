/** Expected outcomes of auth calls, as typed codes; spec §8 gives most of them their exact text. */
export type AuthProblem =
  | { code: "invalid-credentials" | "email-not-confirmed" | "already-registered" | "unexpected" | "offline" }
  | { code: "weak-password"; reasons: string[]; message: string }
  | { code: "too-many-attempts"; retryAfterSeconds: number | null }
  | { code: "same-password" | "session-missing" | "reauthentication-needed" }
  | { code: "server"; message: string };

export const AUTH_SUCCESS = {
  signIn: "Welcome back!",
  signUp: "Account created! Please check your email for confirmation.",
  resetEmail: "Password reset email sent! Check your inbox.",
  passwordUpdate: "Password updated successfully!",
  confirmationEmail: "Confirmation email sent! Check your inbox.",
} as const;

const TEXTS = {
  "invalid-credentials": "Invalid email or password. Please check your credentials and try again.",
  "email-not-confirmed": "Please check your email and click the confirmation link before signing in.",
  "already-registered": "An account with this email already exists. Please sign in instead.",
  unexpected: "An unexpected error occurred. Please try again.",
  offline: "We can't reach the server. Check your connection and try again.",
  "same-password": "The new password must differ from the current one.",
  "session-missing": "Your session has ended. Please sign in again.",
  "reauthentication-needed": "Please sign in again before changing your password.",
} as const;

const REASONS: Record<string, string> = {
  length: "it is too short",
  characters: "it needs more kinds of characters",
  pwned: "it has appeared in a data breach",
  common: "it is one of the most common ones",
};

/** The text of a problem: spec §8 to the letter where it names one, else the server's own message (spec §8 Sign in). */
export function authProblemText(problem: AuthProblem): string {
  if (problem.code === "weak-password") return weakPasswordText(problem);
  if (problem.code === "too-many-attempts") return tooManyText(problem.retryAfterSeconds);
  if (problem.code === "server") return problem.message || TEXTS.unexpected;
  return TEXTS[problem.code];
}

/** Spec §5: a weak password is rejected with reasons. Unknown reasons leave the server's sentence. */
function weakPasswordText({ reasons, message }: { reasons: string[]; message: string }): string {
  const known = reasons.flatMap((reason) => REASONS[reason] ?? []);
  if (known.length === 0) return message || "Please choose a stronger password.";
  return `Please choose a stronger password: ${known.join(", and ")}.`;
}

function tooManyText(seconds: number | null): string {
  if (seconds === null) return "Too many attempts. Please wait a moment and try again.";
  if (seconds < 100)
    return `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}
