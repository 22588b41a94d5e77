import { createPgliteConnection, PGlite, type PgliteConnection } from "@supabase/lite/pglite";
import type { PostgresConnection } from "@supabase/lite/postgres";
import { Kysely } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import { noteDatabaseError } from "./database-errors.ts";
import { exclusivePgliteDialect } from "./exclusive-pglite-dialect.ts";
import { loadPostgresDriver } from "./guarded-postgres-driver.ts";
import { isoTimestamp } from "./timestamps.ts";

export type DatabaseConnection = PgliteConnection | PostgresConnection;

/** Where the data lives: a PostgreSQL address, a directory for the embedded database, or memory for tests. */
export type DatabaseLocation =
  | { url: string; maxConnections?: number }
  | { directory: string }
  | { memory: true | Blob };

/** A quarter of the default: the file system keeps pages too, and the host promises to stay below 450 MB. */
const SHARED_BUFFERS = "32MB";

const TIMESTAMP_OID = 1114;
const TIMESTAMPTZ_OID = 1184;
const JSON_OID = 114;
const JSONB_OID = 3802;

/** The library hands JSON over as text; encoding it once more would store a string in place of the document. */
const asDocument = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

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
  const connection = await createPgliteConnection({
    ...("directory" in location ? { url: location.directory } : {}),
    pgliteOptions: {
      parsers,
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
      ...loadDataDir,
    },
  });
  connection.kysely = new Kysely({ dialect: exclusivePgliteDialect(connection.driver), log: noteDatabaseError });
  return connection;
}

async function openPostgres({
  url,
  maxConnections = 16,
}: {
  url: string;
  maxConnections?: number;
}): Promise<PostgresConnection> {
  const { createPostgresConnection } = await loadPostgresDriver();
  const serialize = (value: string) => value;
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: maxConnections,
      connect_timeout: 5,
      onnotice: () => {},
      types: {
        timestamp: { to: TIMESTAMP_OID, from: [TIMESTAMP_OID], serialize, parse: isoTimestamp },
        timestamptz: { to: TIMESTAMPTZ_OID, from: [TIMESTAMPTZ_OID], serialize, parse: isoTimestamp },
        json: { to: JSON_OID, from: [JSON_OID], serialize: asDocument, parse: JSON.parse },
        jsonb: { to: JSONB_OID, from: [JSONB_OID], serialize: asDocument, parse: JSON.parse },
      },
    },
  });
  connection.kysely = new Kysely({
    dialect: new PostgresJSDialect({ postgres: connection.driver }),
    log: noteDatabaseError,
  });
  return connection;
}

/**
 * On its first request the library runs `grant all on all tables … to anon, authenticated, service_role`, which would undo
 * the deny-first grants of our migrations. Telling it that this step is done keeps the grants exactly as migrated.
 */
function keepOurGrants(connection: DatabaseConnection): void {
  (connection as unknown as { rlsState: string }).rlsState = "active";
}
