import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openConnection } from "./connect.ts";
import { migrateDatabase } from "./migrate.ts";

/** Where the build keeps an empty embedded database with the newest schema. */
const KEPT = "build/database";
const MIGRATIONS = "supabase/migrations";
const SOURCES = ["migrate", "migration-files", "factor-tables", "storage-tables"].map(
  (name) => `server/database/${name}.ts`,
);
const ENGINES = ["@supabase/lite", "@electric-sql/pglite"].map((name) => `node_modules/${name}/package.json`);

/** A fingerprint of the schema that the present migrations create. */
export function schemaFingerprint(): string {
  const hash = createHash("sha256");
  const migrations = readdirSync(MIGRATIONS).sort();
  for (const file of [...migrations.map((name) => join(MIGRATIONS, name)), ...SOURCES, ...ENGINES])
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/**
 * The directory of an empty database with the present schema, to copy, because creating one takes seconds. Undefined if the
 * build has none for this schema.
 */
export function preparedDatabase(): string | undefined {
  const directory = join(KEPT, schemaFingerprint());
  return existsSync(directory) ? directory : undefined;
}

/** Makes that database if there is none, deletes those of other schemas, and returns its directory. Processes may do this side by side. */
export async function prepareEmptyDatabase(): Promise<string> {
  const known = preparedDatabase();
  if (known) return known;
  const target = join(KEPT, schemaFingerprint());
  // Databases write a lot, and temporary files may be in memory.
  const work = mkdtempSync(join(tmpdir(), "upfunnel-database-"));
  try {
    const connection = await openConnection({ directory: work });
    await migrateDatabase(connection);
    await connection.close();
    mkdirSync(KEPT, { recursive: true });
    for (const old of readdirSync(KEPT))
      if (!join(KEPT, old).startsWith(target)) rmSync(join(KEPT, old), { recursive: true, force: true });
    const draft = `${target}.${process.pid}`;
    cpSync(work, draft, { recursive: true });
    try {
      renameSync(draft, target);
    } catch {
      // Another process made the same one at the same time.
      rmSync(draft, { recursive: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return target;
}
