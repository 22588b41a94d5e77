import type { AuthProblem } from "./auth-messages.ts";
import { lastFailureOf } from "./failed-responses.ts";

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
  if (error.name === "AuthRetryableFetchError" && !error.status) return { code: "offline" };
  if (!error.status || error.status >= 500) return explained(error) ?? { code: "unexpected" };
  return { code: "server", message: error.message };
}

/** A closed sign-up answers 503 and says why; any other failure inside the server is nobody's reading. */
function explained({ status, message }: AuthFailure): AuthProblem | null {
  return status === 503 && /\w \w.*\.$/.test(message) ? { code: "server", message } : null;
}

function secondsToWait(error: AuthFailure, path: string): number | null {
  const named = /(\d+) seconds?/.exec(error.message)?.[1];
  return lastFailureOf(path)?.retryAfterSeconds ?? (named ? Number(named) : null);
}
