import type { AuthProblem } from "./auth-messages.ts";
import { getLastFailureOf } from "./failed-responses.ts";

/** What an auth call reports. */
export type AuthFailure = { message: string; name?: string; status?: number; code?: string; reasons?: string[] };

const CODES: Record<
  string,
  AuthProblem["code"] & ("invalid-credentials" | "email-not-confirmed" | "already-registered")
> = {
  invalid_credentials: "invalid-credentials",
  "Invalid login credentials": "invalid-credentials",
  email_not_confirmed: "email-not-confirmed",
  "Email not confirmed": "email-not-confirmed",
  user_already_exists: "already-registered",
  email_exists: "already-registered",
  "User already registered": "already-registered",
};

/** Sorts an auth error into the expected problems (spec §8). `path` is the address asked, for its Retry-After. */
export function toAuthProblem(error: AuthFailure, path: string): AuthProblem {
  const known = CODES[error.code ?? ""] ?? CODES[error.message];
  if (known) return { code: known };
  if (error.status === 429) return { code: "too-many-attempts", retryAfterSeconds: secondsToWait(error, path) };
  if (error.code === "weak_password" || error.name === "AuthWeakPasswordError")
    return { code: "weak-password", reasons: error.reasons ?? [], message: error.message };
  if (error.code === "same_password") return { code: "same-password" };
  if (error.code === "reauthentication_needed") return { code: "reauthentication-needed" };
  if (error.name === "AuthSessionMissingError" || error.code === "session_not_found")
    return { code: "session-missing" };
  return otherProblem(error);
}

/** Spec §8 Sign in, to the letter: two errors have texts of their own, and any other shows the server's message as it is. */
export function toSignInProblem(error: AuthFailure): AuthProblem {
  const known = CODES[error.code ?? ""] ?? CODES[error.message];
  return known ? { code: known } : otherProblem(error);
}

function otherProblem(error: AuthFailure): AuthProblem {
  if (error.name === "AuthRetryableFetchError" && !error.status) return { code: "offline" };
  if (!error.status || isNoMessage(error)) return { code: "unexpected" };
  return { code: "server", message: error.message };
}

/** What supabase-js puts in place of a message: the body as JSON, or the reason phrase of a failed gateway. */
const STAND_IN = /^([[{].*|HTTP \d+|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Timeout|)$/is;

function isNoMessage({ message }: AuthFailure): boolean {
  return STAND_IN.test(message.trim());
}

function secondsToWait(error: AuthFailure, path: string): number | null {
  const named = /(\d+) seconds?/.exec(error.message)?.[1];
  return getLastFailureOf(path)?.retryAfterSeconds ?? (named ? Number(named) : null);
}
