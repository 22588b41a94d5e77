import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../server/database/connect.ts";
import type { EmbeddedDatabase } from "../../server/database/embedded/embedded-database.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";

const CACHE = "node_modules/.cache/test-database";
const MIGRATIONS = "supabase/migrations";
const SCHEMA_SOURCES = ["migrate", "migration-files", "factor-tables", "storage-tables"].map(
  (name) => `server/database/${name}.ts`,
);
const ENGINES = ["@supabase/lite", "@electric-sql/pglite"].map((name) => `node_modules/${name}/package.json`);

/** A fingerprint of the schema that the current migrations create. */
export function schemaFingerprint(): string {
  const hash = createHash("sha256");
  const migrations = readdirSync(MIGRATIONS).sort();
  for (const file of [...migrations.map((name) => join(MIGRATIONS, name)), ...SCHEMA_SOURCES, ...ENGINES])
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/** A tar file of a freshly migrated embedded database. Migrating takes seconds; loading a snapshot does not. */
export async function prepareSnapshot(): Promise<string> {
  const name = schemaFingerprint();
  const file = join(CACHE, `${name}.tar`);
  if (!existsSync(file)) {
    const connection = await openConnection({ memory: true });
    await migrateDatabase(connection);
    await saveSnapshot(connection.embedded, name);
    await connection.close();
  }
  return file;
}

/** Writes an embedded database's data directory into a file of this name, atomically, and returns its path. */
export async function saveSnapshot(database: EmbeddedDatabase | undefined, name: string): Promise<string> {
  if (!database) throw new Error("Only the embedded database has snapshots");
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, `${name}.tar`);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, await database.dumpDataDir());
  renameSync(draft, file);
  return file;
}
