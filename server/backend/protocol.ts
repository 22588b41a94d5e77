import type { AuthGuardDeps } from "../auth-guard/auth-context.ts";
import { createAuthGuard } from "../auth-guard/guard-auth.ts";
import {
  CONNECTION_LOST,
  type DatabaseError,
  isConnectionLost,
  statusOf,
  withDatabaseErrors,
} from "../database/database-errors.ts";
import { createRestGuard, type RestGuardDeps } from "../rest-guard/guard-rest.ts";
import { isActiveAdmin } from "../rest-guard/is-active-admin.ts";
import { LearnedReads } from "../rest-guard/learned-reads.ts";
import { createCallerReader, type Keys } from "../rest-guard/read-caller.ts";
import { createReadLane } from "../rest-guard/read-lane.ts";
import { DISK_FULL_CODE, diskFull, protocolError, restError } from "./protocol-errors.ts";

/** PostgreSQL's code for a write in a read-only transaction. The embedded database allows no other while the disk is full. */
const READ_ONLY = "25006";
/** PostgreSQL's code for a statement that ran past its timeout. */
const QUERY_CANCELED = "57014";

type Forward = (request: Request) => Promise<Response>;
type Log = (error: unknown, path: string) => void;
type ProtocolDeps = Omit<AuthGuardDeps, "forward"> &
  Pick<RestGuardDeps, "restLimiter"> & {
    keys: Keys;
    storage: (request: Request, address: string) => Promise<Response>;
  };

/**
 * The Supabase protocol of the embedded modes: guarded, and every error has its protocol's format. `read` answers
 * repeated reads faster, or returns undefined.
 */
export function createProtocol(deps: ProtocolDeps, library: Forward, log: Log) {
  const forward = explainDatabaseErrors(library);
  const auth = createAuthGuard({ ...deps, forward });
  const readCaller = createCallerReader(deps.keys);
  const reads = new LearnedReads();
  const rest = createRestGuard({
    ...deps,
    forward,
    readCaller,
    reads,
    isActiveAdmin: (person) => isActiveAdmin(deps.connection, person),
  });
  const { publishableKey } = deps.keys;
  const read = createReadLane({
    reads,
    readCaller,
    publishableKey,
    restLimiter: deps.restLimiter,
    readAs: deps.connection.readAs,
  });
  const answer = async (request: Request, address: string): Promise<Response> => {
    const path = new URL(request.url).pathname;
    try {
      if (path.startsWith("/auth/v1/")) return await auth(request, address);
      if (path.startsWith("/rest/v1/")) return await rest(request, address);
      if (path.startsWith("/storage/v1/")) return await deps.storage(request, address);
      return restError(404, "PGRST125", "Invalid path specified in request URL");
    } catch (error) {
      if (isDiskFull(error as DatabaseError, request)) return diskFull(path);
      log(error, path);
      return isConnectionLost(error)
        ? unavailable(path)
        : protocolError(path, 500, "unexpected_failure", "Something went wrong on our end");
    }
  };
  return { answer, read };
}

/** The library with clear errors. A database that is away is 503, even for the host's own calls. */
export function explainDatabaseErrors(library: Forward): Forward {
  return async (request) => {
    const path = new URL(request.url).pathname;
    try {
      const { result, error } = await withDatabaseErrors(() => library(request));
      return await explainFailure(result, request, error);
    } catch (error) {
      if (isConnectionLost(error)) return unavailable(path);
      throw error;
    }
  };
}

/**
 * The library answers a lost database with bare 500s of several shapes. This turns them into 503, on which clients
 * retry.
 */
async function explainFailure(response: Response, request: Request, error?: DatabaseError): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (response.status >= 400 && isDiskFull(error, request)) return diskFull(path);
  if (response.status < 500) return response;
  if (error?.code === QUERY_CANCELED) return statementTimeout(path);
  if (error?.code === CONNECTION_LOST) return unavailable(path);
  // The library knows few of PostgreSQL's refusals. A broken rule is the sender's error, not a failure of the host.
  if (error && path.startsWith("/rest/v1") && statusOf(error.code) < 500)
    return restError(statusOf(error.code), error.code, error.message, error);
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const known = typeof body === "object" && body !== null && ("error_code" in body || "code" in body);
  return known
    ? response
    : protocolError(path, response.status, "unexpected_failure", "Something went wrong on our end");
}

/** A GET that would write is the sender's mistake. */
function isDiskFull(error: DatabaseError | undefined, { method }: Request): boolean {
  return error?.code === DISK_FULL_CODE || (error?.code === READ_ONLY && method !== "GET" && method !== "HEAD");
}

/** The statement reached its timeout, and its transaction was rolled back, so the request changed nothing. */
function statementTimeout(path: string): Response {
  return protocolError(path, 503, QUERY_CANCELED, "The request took too long and was stopped. Nothing was changed.", {
    "Retry-After": "2",
  });
}

function unavailable(path: string): Response {
  return protocolError(
    path,
    503,
    path.startsWith("/auth") ? "request_timeout" : "PGRST001",
    "The database isn't responding. Please try again in a moment.",
    {
      "Retry-After": "2",
    },
  );
}
