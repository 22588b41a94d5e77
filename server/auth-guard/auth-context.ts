import type { App } from "@supabase/lite";
import type { Limit, RateLimiter } from "../../supabase/functions/_shared/limits.ts";
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
  /** The public address: where links of e-mails may lead back to. */
  siteUrl: string;
  /** False in production without a mailer: nobody could confirm an account. */
  canSendMail: boolean;
  /** The hash of a password that everybody knows, and that opens no account here. */
  refusedHash?: string | undefined;
};

/** One request to `/auth/v1`, its JSON body read and checked to be an object. */
export type AuthRequest = {
  deps: AuthGuardDeps;
  request: Request;
  body: Record<string, unknown>;
  address: string;
  /** Hands the request on, with another body where one is given. */
  forward: (body?: Record<string, unknown>) => Promise<Response>;
  /** Throws TooMany when the key has used up its limit. */
  count: (key: string, limit: Limit) => Promise<void>;
};

export class TooMany extends Error {
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
