import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { createAuthMailer } from "../../server/backend/auth-mailer.ts";
import { joinOuterTransaction } from "../../server/backend/join-transaction.ts";
import { createLiteApp } from "../../server/backend/lite-app.ts";
import { createProtocol } from "../../server/backend/protocol.ts";
import { withSessionLifetimes } from "../../server/backend/session-lifetimes.ts";
import { enableAtomic } from "../../server/database/atomic.ts";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { query } from "../../server/database/query.ts";
import { memoryRateLimiter } from "../../server/rate-limit/rate-limiter.ts";
import type { Database } from "../../supabase/database.types.ts";
import { createClientAddress } from "../../supabase/functions/_shared/client-address.ts";
import { openMigrated } from "./database-snapshot.ts";

/** These tests store no files. tests/host/storage.test.ts does, on a running host. */
const storage = async (): Promise<Response> => new Response(null, { status: 404 });
const clientAddress = createClientAddress([]);
export const SITE = "http://127.0.0.1:3000";

export type TestProtocol = {
  connection: DatabaseConnection;
  keys: { jwtSecret: string; publishableKey: string; secretKey: string };
  /** Sends a request as a stranger would, with the publishable key. */
  send: (path: string, init?: RequestInit, address?: string) => Promise<Response>;
  /** The usual way, through the library. */
  answer: (request: Request, address: string) => Promise<Response>;
  /** The lane for repeated reads. */
  read: ReturnType<typeof createProtocol>["read"];
  /** A client with its own session, like a new browser. */
  client: () => SupabaseClient<Database>;
  /** Bypasses row-level security, as our own functions do. */
  service: () => SupabaseClient<Database>;
  /** The links in the emails to an address, newest first, each with its template's name. */
  mails: (to: string) => Promise<{ template: string; link: string; code: string }[]>;
  close: () => Promise<void>;
};

type Options = {
  rateLimitScale?: number;
  canSendMail?: boolean;
  now?: () => number;
  /** The test's own PostgreSQL database, instead of the embedded one in memory. */
  url?: string;
  /** A database that the test has opened and migrated itself. */
  connection?: DatabaseConnection;
};

/**
 * The guarded Supabase protocol without HTTP, by default over a database in memory. It answers `/auth/v1` and
 * `/rest/v1`.
 */
export async function openProtocol({
  rateLimitScale = 0,
  canSendMail = true,
  now,
  url,
  connection: given,
}: Options = {}): Promise<TestProtocol> {
  const connection = given ?? (await (url ? openConnection({ url }) : openMigrated()));
  if (url) await migrateDatabase(connection);
  const keys = {
    jwtSecret: "a-signing-secret-for-tests-only-0123456789",
    publishableKey: "sb_publishable_0123456789abcdefghijkl_01234567",
    secretKey: "sb_secret_0123456789abcdefghijkl_01234567",
  };
  const atomic = enableAtomic(connection);
  joinOuterTransaction(connection);
  const app = createLiteApp(connection, { ...keys, hashSalt: "salt" }, SITE);
  const mailer = createAuthMailer(connection, SITE);
  app._mailer = mailer;
  await app.init();
  const library = withSessionLifetimes(connection, async (request) => app.fetch(request));
  const limiter = memoryRateLimiter(rateLimitScale, now);
  const { answer, read } = createProtocol(
    { connection, atomic, limiter, restLimiter: limiter, storage, keys, mailer, siteUrl: SITE, canSendMail },
    library,
    () => {},
  );
  // As the host does: a repeated read takes the lane.
  const answerAsHost: typeof answer = async (request, address) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const ready = request.method === "GET" ? await read({ address: request.url, header }) : undefined;
    return ready ? new Response(ready.body, { headers: ready.headers }) : answer(request, address);
  };
  const send: TestProtocol["send"] = (path, init = {}, address = "192.0.2.1") => {
    const headers = new Headers(init.headers);
    if (!headers.has("apikey")) headers.set("apikey", keys.publishableKey);
    return answerAsHost(new Request(`${SITE}${path}`, { ...init, headers }), clientAddress(address, undefined));
  };
  return {
    connection,
    keys,
    answer,
    read,
    send,
    client: () => clientWith(keys.publishableKey, answerAsHost),
    // The guard refuses the secret key from outside, so this client calls the library directly.
    service: () => clientWith(keys.secretKey, library),
    mails: async (to) => {
      const rows = await query<{ payload: { template: string; data: Record<string, string> } }>(
        connection,
        "select payload from private.outbox where payload ->> 'to' = $1 order by created_at desc, id desc",
        [to],
      );
      return rows.map(({ payload: { template, data } }) => ({
        template,
        link: data.link ?? "",
        code: data.code ?? "",
      }));
    },
    close: () => connection.close(),
  };
}

/** The session in the fragment of the address that a link redirects to. */
export function tokensIn(answer: Response): { access_token: string; refresh_token: string } {
  const fragment = new URLSearchParams(answer.headers.get("location")?.split("#")[1] ?? "");
  return { access_token: fragment.get("access_token") ?? "", refresh_token: fragment.get("refresh_token") ?? "" };
}

/** Sends JSON, as all our forms do. */
export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

function clientWith(
  key: string,
  answer: (request: Request, address: string) => Promise<Response>,
): SupabaseClient<Database> {
  return createClient<Database>(SITE, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: async (input, init) => answer(new Request(input, init), "192.0.2.1") },
  });
}
