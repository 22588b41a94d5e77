import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type MigrationFile = { version: string; name: string; filename: string; sql: string; checksum: string };
/** The checksum is missing for a migration that was applied before checksums were recorded. */
export type AppliedMigration = { version: string; checksum: string | null };

/** Reads the migrations of this version of the product, the oldest first. The path is relative to the project's root. */
export function readMigrationFiles(directory = "supabase/migrations"): MigrationFile[] {
  return readdirSync(directory)
    .filter((filename) => filename.endsWith(".sql"))
    .sort()
    .map((filename) => {
      const sql = readFileSync(join(directory, filename), "utf8");
      const [version = "", ...words] = filename.replace(/\.sql$/, "").split("_");
      return { version, name: words.join("_"), filename, sql, checksum: checksumOf(sql) };
    });
}

/** Line ends do not count, because Git changes them on some machines. */
function checksumOf(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}

/** Why this version of the product must not use a database with this history, and what to do. Undefined if it may. */
export function findHistoryProblem(applied: AppliedMigration[], files: MigrationFile[]): string | undefined {
  const ours = new Map(files.map((file) => [file.version, file]));
  const newest = files.at(-1)?.version ?? "";
  const unknown = applied.map(({ version }) => version).filter((version) => !ours.has(version));
  const last = unknown.sort().at(-1);
  if (last !== undefined && last > newest)
    return `the database is newer than this version (migration ${last}). Start the version that created it, or a later one.`;
  if (last !== undefined)
    return `the database was created before the first release (migration ${last}). Start with an empty DATA_DIR or database.`;
  const changed = applied.find(({ version, checksum }) => checksum && ours.get(version)?.checksum !== checksum);
  if (!changed) return undefined;
  const { filename } = ours.get(changed.version) as MigrationFile;
  return `supabase/migrations/${filename} changed after this database applied it. Restore the file (git checkout) and put the change into a new migration.`;
}
