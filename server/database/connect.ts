import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { createPgliteConnection, PGlite, type PgliteConnection } from "@supabase/lite/pglite";
import type { PostgresConnection } from "@supabase/lite/postgres";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { noteDatabaseError } from "./database-errors.ts";
import { exclusivePgliteDialect } from "./exclusive-pglite-dialect.ts";
import { openPool } from "./postgres-pool.ts";
import { sharedBuffersFor } from "./shared-buffers.ts";
import { isoTimestamp } from "./timestamps.ts";

type ServerConnection = Omit<PostgresConnection, "driver"> & { driver: Pool };

export type DatabaseConnection = PgliteConnection | ServerConnection;

/** Where the data lives: a PostgreSQL address, a directory for the embedded database, or memory for tests. */
export type DatabaseLocation =
  | { url: string; maxConnections?: number }
  | { directory: string }
  | { memory: true | Blob };

const TIMESTAMP_OID = 1114;
const TIMESTAMPTZ_OID = 1184;

/**
 * Opens the database and closes three holes of the embedded library: its timestamp format, its blanket grants, and
 * transactions that overlap on PGlite's single connection.
 */
export async function openConnection(location: DatabaseLocation): Promise<DatabaseConnection> {
  const connection = "url" in location ? await openPostgres(location) : await openEmbedded(location);
  keepOurGrants(connection);
  return connection;
}

async function openEmbedded(location: { directory: string } | { memory: true | Blob }): Promise<PgliteConnection> {
  const parsers = { [TIMESTAMP_OID]: isoTimestamp, [TIMESTAMPTZ_OID]: isoTimestamp };
  const loadDataDir = "memory" in location && location.memory !== true ? { loadDataDir: location.memory } : {};
  const sharedBuffers = "directory" in location ? sharedBuffersFor(location.directory) : "32MB";
  const connection = await createPgliteConnection({
    ...("directory" in location ? { url: location.directory } : {}),
    pgliteOptions: {
      parsers,
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
      ...loadDataDir,
    },
  });
  connection.kysely = new Kysely({ dialect: exclusivePgliteDialect(connection.driver), log: noteDatabaseError });
  return connection;
}

/**
 * The library's own driver can hang for ever once connections were lost under load, so its connection object gets another
 * pool. Its driver never connects.
 */
async function openPostgres({ url, maxConnections = 16 }: { url: string; maxConnections?: number }) {
  const { createPostgresConnection } = await import("@supabase/lite/postgres");
  const pool = openPool(url, maxConnections);
  return Object.assign(createPostgresConnection({ url }) as unknown as ServerConnection, {
    driver: pool,
    kysely: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), log: noteDatabaseError }),
    close: () => pool.end(),
  });
}

/**
 * On its first request the library runs `grant all on all tables … to anon, authenticated, service_role`, which would undo
 * the deny-first grants of our migrations. Telling it that this step is done keeps the grants exactly as migrated.
 */
function keepOurGrants(connection: DatabaseConnection): void {
  (connection as unknown as { rlsState: string }).rlsState = "active";
}
