import { AsyncLocalStorage } from "node:async_hooks";
import type { PostgresConnection } from "@supabase/lite/postgres";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { ACCOUNT_HEADER } from "../../domain/account-header.ts";
import type { EmbeddedDatabase } from "./embedded/embedded-database.ts";
import { type Executed, type RequestContext, type RequestPools, RequestSession, type Sql } from "./request-session.ts";

/**
 * Timeouts of one statement, by role. In the database, `anon` and `authenticated` have the same timeouts for backends
 * that sign in as these roles (supabase/schemas/platform/statement-timeouts.sql). This host's functions use
 * `service_role`.
 */
export const LIMITS_MS: Record<string, number> = { anon: 5_000, authenticated: 15_000, service_role: 30_000 };
const MIN_LIMIT_MS = 5_000;
/**
 * Procedures that scan every email and the whole audit log. They also set the same timeout themselves, because hosted
 * Supabase reads it there.
 */
export const EXTENDED_LIMIT_MS: Record<string, number> = {
  "/rpc/preview_erasure": 120_000,
  "/rpc/erase_person": 120_000,
};

type Connection = {
  driver: Pool;
  reads: Pool;
  embedded?: EmbeddedDatabase | undefined;
  withContext: PostgresConnection["withContext"];
};

/** Runs one read with the rights of a caller. Returns each row as JSON. */
export type ReadAs = (caller: Caller, query: Sql) => Promise<string[]>;

/** The caller as the library knows it: from the verified token, never from the request. */
export type Caller = { auth?: { uid?: unknown; role?: unknown; jwt?: unknown } };
type Rpc = { method: string; path: string; readOnly: boolean; requestHeaders?: Record<string, string> };
type Options = { forceRollback?: boolean; transaction?: unknown; rpc?: Rpc };
// biome-ignore lint/suspicious/noExplicitAny: the library's own types accept any database.
type TransactionWork<Result> = (db: Kysely<any>) => Promise<Result>;

type RestRequest = { isTableRead: boolean; account: string | null };

const current = new AsyncLocalStorage<RestRequest>();
const recorded = new AsyncLocalStorage<Executed[]>();

/** Runs a request and returns, with its result, the statements that it executed. */
export async function withStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: Executed[] }> {
  const statements: Executed[] = [];
  return { result: await recorded.run(statements, work), statements };
}

/** Runs a REST request. A GET of a table needs no transaction around its statements. */
export function asRequest<Result>(request: Request, work: () => Result): Result {
  const { pathname } = new URL(request.url);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isTable = pathname.startsWith("/rest/v1/") && !pathname.startsWith("/rest/v1/rpc/");
  return current.run({ isTableRead: isRead && isTable, account: request.headers.get(ACCOUNT_HEADER) }, work);
}

/**
 * Sets role, claims and limits for every request of the library in one statement, in one batch with its first query.
 * The library itself uses ten statements, one after the other.
 */
export function applyRequestContext(connection: Connection, limits = LIMITS_MS): { readAs: ReadAs } {
  const pools: RequestPools = {
    transactions: connection.driver,
    reads: connection.reads,
    embedded: connection.embedded,
  };
  const original: Connection["withContext"] = connection.withContext.bind(connection);
  connection.withContext = (async <Result>(
    caller: Caller | undefined,
    work: TransactionWork<Result>,
    options?: Options,
  ) => {
    if (!caller || options?.transaction || options?.forceRollback)
      return original(caller, work, options as Parameters<typeof original>[2]);
    const begin = options?.rpc?.readOnly ? "begin read only" : "begin";
    const isSingle = !options?.rpc && current.getStore()?.isTableRead === true;
    const session = new RequestSession(pools, contextOf(caller, options?.rpc, limits), isSingle ? undefined : begin);
    session.record = recorded.getStore();
    try {
      const result = await work(session.kysely());
      await session.commit();
      return result;
    } catch (error) {
      await session.rollback();
      throw error;
    }
  }) as typeof connection.withContext;
  return {
    readAs: (caller, query) =>
      new RequestSession(pools, contextOf(caller, undefined, limits), undefined).readJson(query),
  };
}

/**
 * The settings come before the role, so the statement can check the caller with the owner's rights:
 * `private.check_request()` raises when the session has ended. PostgreSQL evaluates the items in order.
 */
function contextOf({ auth = {} }: Caller, rpc: Rpc | undefined, limits: Record<string, number>): RequestContext {
  const role = String(auth.role || "anon");
  const limitMs = EXTENDED_LIMIT_MS[rpc?.path ?? ""] ?? limits[role] ?? MIN_LIMIT_MS;
  const account = current.getStore()?.account;
  const settings: Record<string, string> = {
    "request.jwt.claims": JSON.stringify(auth.jwt ?? { role }),
    "request.jwt.claim.sub": String(auth.uid ?? ""),
    "request.jwt.claim.role": role,
    ...(rpc && {
      "response.status": "",
      "response.headers": "",
      "request.method": rpc.method,
      "request.path": rpc.path,
      "request.headers": JSON.stringify(rpc.requestHeaders ?? {}),
    }),
    // Functions get all headers, as on a hosted project. Tables need the account that the request works in.
    ...(!rpc && account && { "request.headers": JSON.stringify({ [ACCOUNT_HEADER]: account }) }),
    statement_timeout: String(limitMs),
    role,
  };
  const items = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, true)`);
  const last = items.pop();
  return {
    role,
    statement: `select ${items.join(", ")}, private.check_request(), ${last}`,
    values: Object.values(settings),
    limitMs,
  };
}
