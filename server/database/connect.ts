import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { recordDatabaseError } from "./database-errors.ts";
import { EmbeddedDatabase } from "./embedded/embedded-database.ts";
import { openEmbeddedPool, openPool } from "./postgres-pool.ts";
import { applyRequestContext, type ReadAs } from "./request-context.ts";
import { sharedBuffersFor } from "./shared-buffers.ts";

/**
 * Both databases use PostgreSQL's protocol. `embedded` is set only for the embedded database. `reads` is for statements
 * that are transactions of their own and leave nothing in the session.
 */
export type DatabaseConnection = Omit<PostgresConnection, "driver"> & {
  driver: Pool;
  reads: Pool;
  embedded?: EmbeddedDatabase;
  readAs: ReadAs;
};

/** Where the data is: a PostgreSQL address, a directory for the embedded database, or memory. */
export type DatabaseLocation = { url: string; maxConnections?: number } | { directory: string } | { memory: true };

/** How many reads queue in the embedded database itself, so that it never waits for the host between two of them. */
const MAX_READ_CONNECTIONS = 8;
const CLOSE_PATIENCE_MS = 10_000;

/**
 * Opens the database behind the library's connection object. The library's own drivers stay unused: its PostgreSQL
 * driver can hang forever after it loses connections under load, and its PGlite transactions overlap.
 */
export async function openConnection(location: DatabaseLocation): Promise<DatabaseConnection> {
  if ("url" in location) {
    const connection = connectionTo(openPool(location.url, location.maxConnections ?? 16));
    return Object.assign(connection, applyRequestContext(connection));
  }
  const embedded = new EmbeddedDatabase(
    "directory" in location
      ? { directory: location.directory, sharedBuffers: sharedBuffersFor(location.directory) }
      : { sharedBuffers: "32MB" },
  );
  await embedded.open();
  const pool = openEmbeddedPool(embedded, 1);
  const reads = openEmbeddedPool(embedded, MAX_READ_CONNECTIONS);
  const close = () => closeEmbedded([pool, reads], embedded);
  const connection = Object.assign(connectionTo(pool), { embedded, reads, close });
  return Object.assign(connection, applyRequestContext(connection));
}

/** Running work gets ten seconds to finish. Then the database stops it. */
async function closeEmbedded(pools: Pool[], embedded: EmbeddedDatabase): Promise<void> {
  let impatient: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    impatient = setTimeout(resolve, CLOSE_PATIENCE_MS);
  });
  await Promise.race([Promise.all(pools.map((pool) => pool.end())), timeout]);
  clearTimeout(impatient);
  await embedded.close();
}

function connectionTo(pool: Pool): DatabaseConnection {
  // The address is never used. The library's driver connects only with its first statement, and never gets one.
  const connection = createPostgresConnection({ url: "postgres://unused" }) as unknown as DatabaseConnection;
  Object.assign(connection, {
    driver: pool,
    reads: pool,
    kysely: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), log: (event) => recordDatabaseError(event) }),
    close: () => pool.end(),
  });
  preserveGrants(connection);
  cacheIntrospection(connection);
  return connection;
}

/**
 * On its first request the library runs `grant all on all tables … to anon, authenticated, service_role`, which would
 * undo the deny-first grants of our migrations. Marking that step as done keeps the migrated grants.
 */
function preserveGrants(connection: DatabaseConnection): void {
  (connection as unknown as { rlsState: string }).rlsState = "active";
}

type Introspect = DatabaseConnection["introspect"];

/**
 * The library reads the whole schema again for each request that arrives before the first read ends. One read is
 * enough.
 */
function cacheIntrospection(connection: DatabaseConnection): void {
  const original: Introspect = connection.introspect.bind(connection);
  let running: ReturnType<Introspect> | undefined;
  connection.introspect = (options) => {
    if (!options?.useCache || (connection as { introspection?: unknown }).introspection) return original(options);
    running ??= original(options).finally(() => {
      running = undefined;
    });
    return running;
  };
}
