import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { isoTimestamp } from "./timestamps.ts";

export type DatabaseConnection = PgliteConnection | PostgresConnection;

/** Where the data lives: a PostgreSQL address, a directory for the embedded database, or memory for tests. */
export type DatabaseLocation =
  | { url: string; maxConnections?: number }
  | { directory: string }
  | { memory: true | Blob };

const TIMESTAMP_OID = 1114;
const TIMESTAMPTZ_OID = 1184;

/** Opens the database and closes two holes of the embedded library: its timestamp format and its blanket grants. */
export async function openConnection(location: DatabaseLocation): Promise<DatabaseConnection> {
  const connection = "url" in location ? openPostgres(location) : await openEmbedded(location);
  keepOurGrants(connection);
  return connection;
}

function openEmbedded(location: { directory: string } | { memory: true | Blob }): Promise<PgliteConnection> {
  const parsers = { [TIMESTAMP_OID]: isoTimestamp, [TIMESTAMPTZ_OID]: isoTimestamp };
  if ("directory" in location) return createPgliteConnection({ url: location.directory, pgliteOptions: { parsers } });
  const loadDataDir = location.memory === true ? undefined : location.memory;
  return createPgliteConnection({ pgliteOptions: { parsers, ...(loadDataDir ? { loadDataDir } : {}) } });
}

function openPostgres({ url, maxConnections = 16 }: { url: string; maxConnections?: number }): PostgresConnection {
  const serialize = (value: string) => value;
  return createPostgresConnection({
    url,
    postgresOptions: {
      max: maxConnections,
      connect_timeout: 5,
      onnotice: () => {},
      types: {
        timestamp: { to: TIMESTAMP_OID, from: [TIMESTAMP_OID], serialize, parse: isoTimestamp },
        timestamptz: { to: TIMESTAMPTZ_OID, from: [TIMESTAMPTZ_OID], serialize, parse: isoTimestamp },
      },
    },
  });
}

/**
 * On its first request the library runs `grant all on all tables … to anon, authenticated, service_role`, which would undo
 * the deny-first grants of our migrations. Telling it that this step is done keeps the grants exactly as migrated.
 */
function keepOurGrants(connection: DatabaseConnection): void {
  (connection as unknown as { rlsState: string }).rlsState = "active";
}
