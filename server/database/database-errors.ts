import { AsyncLocalStorage } from "node:async_hooks";
import type { LogEvent } from "kysely";
import { noteStatement } from "./slow-statements.ts";

/** PostgreSQL's error for a refused statement. `code` is the SQLSTATE. */
export type DatabaseError = { code: string; message: string; detail?: string; hint?: string };

/** PostgreSQL's code for a failed connection. */
export const CONNECTION_LOST = "08006";

const scope = new AsyncLocalStorage<{ error?: DatabaseError }>();

/** Runs a request and returns, with its result, the database's last error during it. */
export async function withDatabaseErrors<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; error: DatabaseError | undefined }> {
  const found: { error?: DatabaseError } = {};
  const result = await scope.run(found, work);
  return { result, error: found.error };
}

/** Kysely's log hook. It notes slow statements, and stores the error for the request that it belongs to. */
export function recordDatabaseError(event: LogEvent, role?: string): void {
  noteStatement({ sql: event.query.sql, ms: event.queryDurationMillis, role });
  if (event.level === "error") noteError(event.error);
}

/** The first error explains why the connection is lost after it. */
function noteError(error: unknown): void {
  const found = scope.getStore();
  const { code, message, detail, hint } = error as DatabaseError;
  if (!found || typeof code !== "string") return;
  if (isConnectionLost(error)) found.error ??= { code: CONNECTION_LOST, message };
  else found.error = { code, message, ...(detail ? { detail } : {}), ...(hint ? { hint } : {}) };
}

/** Gives the driver's own errors a code. They all mean that the connection is lost or was not available in time. */
export function asDriverError(error: unknown): unknown {
  const isUnnamed = error instanceof Error && error.constructor === Error && !("code" in error);
  const named = isUnnamed ? Object.assign(error, { code: CONNECTION_LOST }) : error;
  if (isConnectionLost(named)) noteError(named);
  return named;
}

/** PostgreSQL's codes for a failed connection, for a server that stops or starts, and for one that is full. */
const LOST = /^(08...|57P0[1235]|53300)$/;

/**
 * Whether the error means that the database is unreachable, not that it refused. System errors name the failed call.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "syscall" in error || LOST.test((error as { code?: string }).code ?? "");
}

/** Whether this request's statement was refused for a reason that the response explains to its sender. */
export function isExplainedToSender(): boolean {
  return /^(22|23|42|P0|PT|28)/.test(scope.getStore()?.error?.code ?? "");
}

/** PostgREST's mapping from SQLSTATE to HTTP status, for errors that the embedded library answers with a bare 500. */
export function statusOf(code: string): number {
  const exact: Record<string, number> = {
    "23503": 409,
    "23505": 409,
    "25006": 405,
    "21000": 400,
    "42883": 404,
    "42P01": 404,
    "42501": 403,
    "42P17": 500,
    P0001: 400,
  };
  if (exact[code]) return exact[code];
  if (/^PT\d{3}$/.test(code)) return Number(code.slice(2));
  if (/^(08|53)/.test(code)) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  return /^(22|23|42)/.test(code) ? 400 : 500;
}
