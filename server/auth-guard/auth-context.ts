import type { App } from "@supabase/lite";
import type { Limit, RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { Secrets } from "../backend/secrets.ts";
import type { DatabaseConnection } from "../database/connect.ts";

/** What the guard for `/auth/v1` needs. */
export type AuthGuardDeps = {
  connection: DatabaseConnection;
  /** Forwards a request to the library. */
  forward: (request: Request) => Promise<Response>;
  /** Runs the library's statements and the guard's in one transaction. */
  atomic: <Result>(work: () => Promise<Result>, keep: (result: Result) => boolean) => Promise<Result>;
  limiter: RateLimiter;
  /** Adds auth emails to the outbox. */
  mailer: NonNullable<App["_mailer"]>;
  keys: Pick<Secrets, "jwtSecret" | "publishableKey" | "secretKey">;
  /** The public address. Email links may lead back to it. */
  siteUrl: string;
  /** False in production without a mailer, because no one could confirm an account. */
  canSendMail: boolean;
  /** The hash of the demo password, which everyone knows. It never signs in to an account here. */
  disabledHash?: string | undefined;
};

/**
 * One request to `/auth/v1`, read once. Handlers decide on `params`, `segments` and `body`. `forward` builds the
 * request for the library from the same values, so the guard and the library cannot disagree.
 */
export type AuthRequest = {
  deps: AuthGuardDeps;
  /**
   * The rebuilt request without its body. Use it for headers and as a base for other addresses, not to read the query.
   */
  request: Request;
  /** The decoded query parameters that the route allows, one value each. */
  params: Readonly<Record<string, string>>;
  /** The named parts of the path, such as `id` in `/factors/:id/verify`. */
  segments: Readonly<Record<string, string>>;
  /** The body fields that the route allows, each of its type. Null fields are left out. */
  body: Record<string, unknown>;
  address: string;
  /** Forwards the request, with a different body if one is given. */
  forward: (body?: Record<string, unknown>) => Promise<Response>;
  /** Throws TooManyRequests when the key is over its limit. */
  count: (key: string, limit: Limit) => Promise<void>;
};

export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("too many requests");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The account that a body names, in the form that the library compares. Empty if the body names none. */
export function accountOf(body: Record<string, unknown>): string {
  return typeof body.email === "string" ? body.email.trim().toLowerCase().slice(0, 320) : "";
}

/** A request with this body. An empty body is not sent. */
export function withBody(request: Request, body: Record<string, unknown>): Request {
  if (request.method === "GET" || Object.keys(body).length === 0) return request;
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
}
