import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { temporaryDirectory } from "./host-process.ts";

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

/** The directory of a freshly migrated embedded database, to copy. Migrating takes seconds; a copy does not. */
export async function migratedTemplate(): Promise<string> {
  const template = join(CACHE, schemaFingerprint());
  if (existsSync(template)) return template;
  const directory = temporaryDirectory();
  const connection = await openConnection({ directory });
  await migrateDatabase(connection);
  await connection.close();
  mkdirSync(CACHE, { recursive: true });
  // Those of earlier schemas.
  for (const old of readdirSync(CACHE))
    if (!join(CACHE, old).startsWith(template)) rmSync(join(CACHE, old), { recursive: true, force: true });
  const draft = `${template}.${process.pid}`;
  cpSync(directory, draft, { recursive: true });
  rmSync(directory, { recursive: true });
  try {
    renameSync(draft, template);
  } catch {
    // Another suite made the same one at the same time.
    rmSync(draft, { recursive: true });
  }
  return template;
}

/** A migrated embedded database of its own. Closing it deletes it. */
export const openMigrated = async (): Promise<DatabaseConnection> => openCopy(await migratedTemplate());

/**
 * A copy of the embedded database in this directory. Closing it deletes it. With the files in memory, this takes half of the time
 * of an embedded database that has none.
 */
export async function openCopy(template: string): Promise<DatabaseConnection> {
  const directory = temporaryDirectory();
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once("exit", remove);
  cpSync(template, directory, { recursive: true });
  const connection = await openConnection({ directory });
  const { close } = connection;
  return Object.assign(connection, {
    async close() {
      await close();
      process.off("exit", remove);
      remove();
    },
  });
}
