import type { Socket } from "node:net";
import { hostname } from "node:os";
import pg from "pg";
import { parse as parseArray } from "postgres-array";
import { asDriverError } from "./database-errors.ts";
import type { EmbeddedDatabase } from "./embedded/embedded-database.ts";
import { isoTimestamp } from "./timestamps.ts";

/** Longer than any statement of a person may take. */
const ACQUIRE_TIMEOUT_MS = 30_000;

/** Tells this process's connections from those of other hosts. */
const APPLICATION_NAME = `upfunnel ${process.pid} ${hostname()}`.slice(0, 63);

const parseText = (text: string): string => text;
const parseWhole = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
/** A number if no digit is lost, otherwise PostgreSQL's own text. */
const parseNumeric = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);

/**
 * The value formats that the embedded library expects: dates and times as ISO 8601 text, numbers as numbers, JSON
 * parsed.
 */
const PARSERS: Partial<Record<number, (text: string) => unknown>> = {
  20: parseWhole,
  1082: parseText,
  1083: parseText,
  1266: parseText,
  1114: isoTimestamp,
  1184: isoTimestamp,
  1700: parseNumeric,
  1003: arrayOf(parseText),
  1016: arrayOf(parseWhole),
  1115: arrayOf(isoTimestamp),
  1182: arrayOf(parseText),
  1183: arrayOf(parseText),
  1185: arrayOf(isoTimestamp),
  1231: arrayOf(parseNumeric),
};

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown[] {
  return (text) => parseArray(text, parse);
}

/** The parser of a type's text. */
export const parserOf = (type: number): ((text: string) => unknown) =>
  PARSERS[type] ?? pg.types.getTypeParser(type, "text");

const types = {
  getTypeParser: (type: number, format?: string) =>
    format === "binary" ? pg.types.getTypeParser(type, format) : parserOf(type),
};

/**
 * Connections to a PostgreSQL server. A new connection replaces a lost one in the pool, and the caller that used the
 * lost one gets the error. Waiting for a connection times out after five seconds.
 */
export function openPool(url: string, maxConnections: number): pg.Pool {
  return ignoreLostConnections(
    new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: APPLICATION_NAME,
      // No one waits longer than this for a request's statement.
      options: "-c timezone=UTC -c statement_timeout=30000",
      types,
    }),
  );
}

/**
 * Connections to the embedded database. A request that waits half a minute for one fails. After a statement is stopped,
 * the next one waits until the database is open again.
 */
export function openEmbeddedPool(database: EmbeddedDatabase, maxConnections: number): pg.Pool {
  const pool = new pg.Pool({
    // The types allow only sockets, but the driver accepts any duplex stream with a socket's methods.
    stream: (() => database.connect()) as unknown as () => Socket,
    user: "postgres",
    database: "postgres",
    ssl: false,
    max: maxConnections,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    types,
  });
  return ignoreLostConnections(pool);
}

/** Gives the driver's own errors a code, so that callers decide by code alone. */
function nameErrors(pool: pg.Pool): void {
  Object.assign(pool, {
    connect: withNamedErrors(pool.connect.bind(pool)),
    query: withNamedErrors(pool.query.bind(pool)),
  });
  pool.on("connect", (client) => Object.assign(client, { query: withNamedErrors(client.query.bind(client)) }));
}

type Callback = (error: unknown, ...rest: unknown[]) => void;

/** The driver's functions return a promise or call back. */
function withNamedErrors(call: unknown) {
  return (...given: unknown[]): unknown => {
    const callback = given.at(-1);
    const all = typeof callback === "function" ? [...given.slice(0, -1), named(callback as Callback)] : given;
    const answer = (call as (...all: unknown[]) => unknown)(...all);
    return answer instanceof Promise ? answer.catch(throwNamed) : answer;
  };
}

const named =
  (callback: Callback): Callback =>
  (error, ...rest) =>
    callback(error && asDriverError(error), ...rest);

function throwNamed(error: unknown): never {
  throw asDriverError(error);
}

function ignoreLostConnections(pool: pg.Pool): pg.Pool {
  nameErrors(pool);
  // A connection that breaks while idle has no request to fail. The next statement on it fails, and the pool drops it.
  // Without listeners the process would end.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}
