import { getLastFailureOf } from "./failed-responses.ts";

/** An error from an auth call. */
export type AuthFailure = { message: string; name?: string; status?: number; code?: string; reasons?: string[] };

/** Texts that spec §8 names are to the letter. */
const TEXTS = {
  "invalid-credentials": "Invalid email or password. Please check your credentials and try again.",
  "email-not-confirmed": "Please check your email and click the confirmation link before signing in.",
  "already-registered": "An account with this email already exists. Please sign in instead.",
  unexpected: "An unexpected error occurred. Please try again.",
  offline: "We can't reach the server. Check your connection and try again.",
  "same-password": "Your new password must be different from your current one.",
  "session-missing": "Your session has ended. Please sign in again.",
  "reauthentication-needed": "Please sign in again before changing your password.",
  "weak-password": "Please choose a stronger password.",
  "too-many-attempts": "Too many attempts. Please wait a moment and try again.",
  // The server returns the same error for a used code and a wrong one.
  "wrong-code": "That code is wrong or was already used. Enter the code your app shows now.",
  "expired-code": "That code has expired. Enter the code your app shows now.",
  "name-taken": "You already have an app with this name. Choose another name.",
  "too-many-apps": "You can't add more authenticator apps. Remove one first.",
  "no-such-app": "This authenticator app is no longer set up. Reload the page and try again.",
  "invitation-ended": "This invitation was revoked or has expired. Ask for a new one.",
  "code-needed": "Enter a code from your authenticator app first.",
  /** Any other refusal shows the server's own message. */
  server: "An unexpected error occurred. Please try again.",
} as const;

type AuthProblemCode = keyof typeof TEXTS;

/** Thrown when an auth call is refused or fails. Users see the message. */
export class AuthProblem extends Error {
  readonly code: AuthProblemCode;
  /** The form field with the problem, if the call knows it. */
  readonly field: string | null;

  constructor(code: AuthProblemCode, text: string = TEXTS[code], field: string | null = null) {
    super(text);
    this.name = "AuthProblem";
    this.code = code;
    this.field = field;
  }

  /** The same problem for this field. */
  about(field: string): AuthProblem {
    return new AuthProblem(this.code, this.message, field);
  }
}

/** The errorMessage of auth calls, for problemText. */
export const UNEXPECTED = "An unexpected error occurred";

const SIGN_IN_CODES: Record<string, AuthProblemCode> = {
  invalid_credentials: "invalid-credentials",
  "Invalid login credentials": "invalid-credentials",
  email_not_confirmed: "email-not-confirmed",
  "Email not confirmed": "email-not-confirmed",
  user_already_exists: "already-registered",
  email_exists: "already-registered",
  "User already registered": "already-registered",
};
const OTHER_CODES: Record<string, AuthProblemCode> = {
  same_password: "same-password",
  reauthentication_needed: "reauthentication-needed",
  session_not_found: "session-missing",
  mfa_verification_failed: "wrong-code",
  mfa_verification_rejected: "wrong-code",
  mfa_challenge_expired: "expired-code",
  mfa_factor_name_conflict: "name-taken",
  too_many_enrolled_mfa_factors: "too-many-apps",
  mfa_factor_not_found: "no-such-app",
  insufficient_aal: "code-needed",
  invitation_ended: "invitation-ended",
};

/** Converts an auth error to a known problem (spec §8). `path` is the request's path, for its Retry-After. */
export function toAuthProblem(error: AuthFailure, path: string): AuthProblem {
  const code = error.code ?? "";
  const known = SIGN_IN_CODES[code] ?? SIGN_IN_CODES[error.message];
  if (known) return new AuthProblem(known);
  if (error.status === 429 && !OTHER_CODES[code])
    return new AuthProblem("too-many-attempts", tooManyText(getLastFailureOf(path)?.retryAfterSeconds ?? null));
  if (code === "weak_password" || error.name === "AuthWeakPasswordError")
    return new AuthProblem("weak-password", weakPasswordText(error));
  const other = error.name === "AuthSessionMissingError" ? "session-missing" : OTHER_CODES[code];
  return other ? new AuthProblem(other) : otherProblem(error, path);
}

/** Spec §8 Sign in: only these errors have their own texts. All others show the server's message. */
export function toSignInProblem(error: AuthFailure, path: string): AuthProblem {
  const known = SIGN_IN_CODES[error.code ?? ""] ?? SIGN_IN_CODES[error.message];
  return known ? new AuthProblem(known) : otherProblem(error, path);
}

/** The messages of supabase-js when the server sent none: the body as JSON. */
const NO_SENTENCE = new Set(["", "{}", "[]", "null"]);

function otherProblem(error: AuthFailure, path: string): AuthProblem {
  const isGateways = error.name === "AuthRetryableFetchError";
  if (isGateways && !error.status) return new AuthProblem("offline");
  // A gateway's page has no readable message, so supabase-js uses the reason phrase instead.
  if (!error.status || (isGateways && !getLastFailureOf(path)?.isJson)) return new AuthProblem("unexpected");
  return NO_SENTENCE.has(error.message.trim())
    ? new AuthProblem("unexpected")
    : new AuthProblem("server", error.message);
}

const REASONS: Record<string, string> = {
  length: "it's too short",
  characters: "it needs more kinds of characters",
  pwned: "it appeared in a data breach",
  common: "it's too common",
};

/** Spec §5: a weak password is rejected with reasons. Without known reasons, the server's message is shown. */
function weakPasswordText({ reasons = [], message }: AuthFailure): string {
  const known = reasons.flatMap((reason) => REASONS[reason] ?? []);
  if (known.length === 0) return message || TEXTS["weak-password"];
  return `Please choose a stronger password: ${known.join(", and ")}.`;
}

function tooManyText(seconds: number | null): string {
  if (seconds === null) return TEXTS["too-many-attempts"];
  if (seconds < 100)
    return `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}
