import type { App } from "@supabase/lite";
import type { Limit, RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { Secrets } from "../backend/secrets.ts";
import type { DatabaseConnection } from "../database/connect.ts";

/** What the guard in front of `/auth/v1` works with. */
export type AuthGuardDeps = {
  connection: DatabaseConnection;
  /** Hands a request on to the library. */
  forward: (request: Request) => Promise<Response>;
  /** Runs the library's statements and ours in one transaction. */
  atomic: <Result>(work: () => Promise<Result>, keep: (result: Result) => boolean) => Promise<Result>;
  limiter: RateLimiter;
  /** Puts the auth e-mails into the outbox. */
  mailer: NonNullable<App["_mailer"]>;
  keys: Pick<Secrets, "jwtSecret" | "publishableKey" | "secretKey">;
  /** The public address: where links of e-mails may lead back to. */
  siteUrl: string;
  /** False in production without a mailer: nobody could confirm an account. */
  canSendMail: boolean;
  /** The hash of a password that everybody knows, and that opens no account here. */
  disabledHash?: string | undefined;
};

/**
 * One request to `/auth/v1`, read once. Handlers decide on `params`, `segments` and `body`; `forward` builds the request for the
 * library from the same values, so that both sides see the same thing.
 */
export type AuthRequest = {
  deps: AuthGuardDeps;
  /** The rebuilt request without its body: use it for headers and as the base of other addresses, not to read the query. */
  request: Request;
  /** The query: the names that the route allows, decoded, one value each. */
  params: Readonly<Record<string, string>>;
  /** The parts of the path that the route names, such as `id` of `/factors/:id/verify`. */
  segments: Readonly<Record<string, string>>;
  /** The body's fields that the route allows, each of its type. Fields that are null are left out. */
  body: Record<string, unknown>;
  address: string;
  /** Hands the request on, with another body where one is given. */
  forward: (body?: Record<string, unknown>) => Promise<Response>;
  /** Throws TooManyRequests when the key has used up its limit. */
  count: (key: string, limit: Limit) => Promise<void>;
};

export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("too many requests");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The account that a body names, as the library compares it; empty when it names none. */
export function accountOf(body: Record<string, unknown>): string {
  return typeof body.email === "string" ? body.email.trim().toLowerCase().slice(0, 320) : "";
}
