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
  if (error.status === 429) return { code: "too-many-attempts", retryAfterSeconds: secondsToWait(path) };
  if (error.code === "weak_password" || error.name === "AuthWeakPasswordError")
    return { code: "weak-password", reasons: error.reasons ?? [], message: error.message };
  if (error.code === "same_password") return { code: "same-password" };
  if (error.code === "reauthentication_needed") return { code: "reauthentication-needed" };
  if (error.name === "AuthSessionMissingError" || error.code === "session_not_found")
    return { code: "session-missing" };
  return otherProblem(error, path);
}

/** Spec §8 Sign in, to the letter: two errors have texts of their own, and any other shows the server's message as it is. */
export function toSignInProblem(error: AuthFailure, path: string): AuthProblem {
  const known = CODES[error.code ?? ""] ?? CODES[error.message];
  return known ? { code: known } : otherProblem(error, path);
}

/** What supabase-js reports when the server answered no sentence: the body as JSON. */
const NO_SENTENCE = new Set(["", "{}", "[]", "null"]);

function otherProblem(error: AuthFailure, path: string): AuthProblem {
  const isGateways = error.name === "AuthRetryableFetchError";
  if (isGateways && !error.status) return { code: "offline" };
  // A gateway's page has no sentence for people; supabase-js puts the reason phrase in its place.
  if (!error.status || (isGateways && !getLastFailureOf(path)?.isJson)) return { code: "unexpected" };
  return NO_SENTENCE.has(error.message.trim()) ? { code: "unexpected" } : { code: "server", message: error.message };
}

function secondsToWait(path: string): number | null {
  return getLastFailureOf(path)?.retryAfterSeconds ?? null;
}
