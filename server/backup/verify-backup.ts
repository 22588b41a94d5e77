import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { openDatabase } from "../backend/open-database.ts";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import { type Environment, StartError } from "../environment/environment.ts";
import type { BlobStore, SpooledFile } from "../storage/blob-store.ts";
import { restoreDatabase } from "./backup-database.ts";
import { listTables } from "./tables.ts";

/**
 * Restores a backup into a new embedded database in DATA_DIR, which is deleted afterward. Compares the number of rows, and
 * each stored file with the checksum in its row. Throws a StartError if anything differs.
 */
export async function verifyBackup(env: Environment, source: Readable): Promise<{ rows: number; files: number }> {
  const dataDir = mkdtempSync(join(env.dataDir, "verify-"));
  try {
    const incoming = join(dataDir, "incoming");
    const { DATABASE_URL: _, ...rest } = env;
    const connection = await openDatabase({ ...rest, dataDir });
    mkdirSync(incoming);
    try {
      return await restoreAndCompare(connection, source, incoming);
    } finally {
      await connection.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function restoreAndCompare(connection: DatabaseConnection, source: Readable, incoming: string) {
  const files = new Map<string, SpooledFile>();
  const { rows } = await restoreDatabase(connection, source, { store: measuringStore(files), incoming });
  const counted = await countRows(connection);
  if (counted !== rows)
    throw new StartError(`The backup isn't complete: ${rows} rows were restored, and ${counted} are there`);
  const stored = await query<{ version: string; size: number; etag: string | null }>(
    connection,
    `select version, (metadata ->> 'size')::bigint::float8 as size, substring(metadata ->> 'eTag' from '^"([0-9a-f]{32})"$') as etag
     from storage.objects where version is not null`,
  );
  for (const { version, size, etag } of stored) {
    const file = files.get(version);
    if (file && (file.size !== size || (etag && !file.sha256.startsWith(etag))))
      throw new StartError(`The backup is damaged: the stored file ${version} has other content than its row says`);
  }
  return { rows, files: files.size };
}

async function countRows(connection: DatabaseConnection): Promise<number> {
  let rows = 0;
  for (const { name } of await listTables(connection)) {
    const [counted] = await query<{ count: number }>(connection, `select count(*)::float8 as count from ${name}`);
    rows += counted?.count ?? 0;
  }
  return rows;
}

/** Keeps no content, only what it measures. */
function measuringStore(files: Map<string, SpooledFile>): BlobStore {
  return {
    put: async (id, file) => void files.set(id, file),
    get: async () => undefined,
    remove: async () => {},
    list: async function* () {},
  };
}
