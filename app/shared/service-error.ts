import { type Refusal, readRefusal } from "../../domain/refusals.ts";
import { getLastFailureOf } from "./failed-responses.ts";

/** The `error` value of supabase-js, from the table API and auth. */
export type ReportedError = {
  message: string;
  code?: string;
  status?: number;
  name?: string;
  hint?: string | null;
  details?: unknown;
};

export type ServiceErrorKind = "offline" | "session-ended" | "refused" | "failed";

/** A failed call, with the data for an error screen: the kind of failure, and the request. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly code: string | undefined;
  readonly requestId: string | null;
  /** Why the database refused; null when it did not, or gave none of our codes. */
  readonly refusal: Refusal | null;
  /** The HTTP status of the response; 0 without one. */
  readonly status: number;

  constructor(
    kind: ServiceErrorKind,
    message: string,
    code?: string,
    requestId: string | null = null,
    refusal: Refusal | null = null,
    status = 0,
  ) {
    super(message);
    this.name = "ServiceError";
    this.kind = kind;
    this.code = code;
    this.requestId = requestId;
    this.refusal = refusal;
    this.status = status;
  }
}

/** Converts a reported error to a typed one. `path` is the request's path, such as `/rest/v1/user_roles`. */
export function toServiceError(error: ReportedError, path: string, status?: number): ServiceError {
  const failure = getLastFailureOf(path);
  const answered = status ?? error.status ?? failure?.status ?? 0;
  const requestId = failure?.requestId ?? null;
  const kind = kindOf(error, answered);
  return new ServiceError(kind, error.message, error.code, requestId, readRefusal(error), answered);
}

/** Whether the server answered that the request itself is wrong, so that the same request never succeeds. */
export function isWrongRequest(error: unknown): boolean {
  return error instanceof ServiceError && error.status >= 400 && error.status < 500 && !PASSING.has(error.status);
}

/** The server was busy or the client too fast, so a later try may succeed. */
const PASSING = new Set([408, 425, 429]);

/** Whether the network or server failed temporarily, so that a retry may help. */
export function isTransient(error: unknown): boolean {
  // An exhausted quota lasts for hours.
  if (isWrongRequest(error) || (error instanceof ServiceError && error.code === "PT429")) return false;
  if (error instanceof ServiceError) return error.kind === "offline" || error.kind === "failed";
  return error instanceof TypeError;
}

const GATEWAY = new Set([502, 503, 504]);
const REFUSED = new Set(["42501", "PGRST301", "PGRST302"]);

function kindOf(error: ReportedError, status: number): ServiceErrorKind {
  if (error.name === "AuthRetryableFetchError" || status === 0 || GATEWAY.has(status)) return "offline";
  if (status === 401) return "session-ended";
  return status === 403 || REFUSED.has(error.code ?? "") ? "refused" : "failed";
}
