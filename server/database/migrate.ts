import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { App } from "@supabase/lite";
import type { PoolClient } from "pg";
import { StartError } from "../environment/environment.ts";
import type { DatabaseConnection } from "./connect.ts";
import { FACTOR_TABLES } from "./factor-tables.ts";
import {
  type AppliedMigration,
  findHistoryProblem,
  type MigrationFile,
  readMigrationFiles,
} from "./migration-files.ts";
import { query } from "./query.ts";
import { STORAGE_TABLES } from "./storage-tables.ts";

const ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end $$`;

/** Hosted Supabase has this index. The embedded library does not, and two parallel sign-ups would both succeed. */
const ONE_ACCOUNT_PER_EMAIL = "create unique index if not exists users_email_key on auth.users (lower(email))";

/** The Supabase CLI's own history table, and our checksums of the applied files next to it. */
const HISTORY_TABLES = `create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
create table if not exists supabase_migrations.checksums (version text primary key, checksum text not null)`;

/** Stands for everything that `prepareDatabase` creates. A start that finds it in the checksums creates nothing. */
const PLATFORM = "platform";
const platformChecksum = () =>
  createHash("sha256")
    .update([ROLES, ONE_ACCOUNT_PER_EMAIL, FACTOR_TABLES, STORAGE_TABLES].join("\n"))
    .update(readFileSync("node_modules/@supabase/lite/package.json"))
    .digest("hex");

/** Creates what Supabase provides: the roles, the auth schema and the storage schema. */
export async function prepareDatabase(connection: DatabaseConnection): Promise<void> {
  await connection.exec(ROLES);
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: "only-used-while-migrating-never-to-sign-anything" },
    options: { server: { disableStudio: true } },
  } as unknown as ConstructorParameters<typeof App>[0]);
  await app.init();
  await app.ensureSystemSchema();
  await connection.exec(ONE_ACCOUNT_PER_EMAIL);
  await connection.exec(FACTOR_TABLES);
  await connection.exec(STORAGE_TABLES);
}

/**
 * Migrates a database to the newest schema: first what Supabase provides, then every new file of `supabase/migrations`.
 * All new files are one transaction: if one fails, the database stays as it is and the previous version still works. The
 * working directory must be the project's root. Returns the names of the applied files. Throws StartError, and changes
 * nothing, if another version of the product made the database or a file changed since it was applied.
 */
export async function migrateDatabase(connection: DatabaseConnection, directory?: string): Promise<string[]> {
  const files = readMigrationFiles(directory);
  const applied = await readHistory(connection);
  const problem = findHistoryProblem(applied, files);
  if (problem) throw new StartError(problem);
  const platform = platformChecksum();
  const isPrepared = applied.length > 0 && (await readPlatform(connection)) === platform;
  if (!isPrepared) await prepareDatabase(connection);
  const known = new Set(applied.map(({ version }) => version));
  const checked = new Set(applied.filter(({ checksum }) => checksum).map(({ version }) => version));
  const pending = files.filter(({ version }) => !known.has(version));
  if (isPrepared && files.every(({ version }) => checked.has(version))) return [];
  const session = await connection.driver.connect();
  try {
    await session.query("begin");
    await session.query("set local statement_timeout = 0");
    await session.query(HISTORY_TABLES);
    for (const file of pending) await applyFile(session, file);
    for (const { version, checksum } of files.filter((file) => !checked.has(file.version)))
      await session.query("insert into supabase_migrations.checksums values ($1, $2)", [version, checksum]);
    await session.query(
      `insert into supabase_migrations.checksums values ($1, $2)
       on conflict (version) do update set checksum = excluded.checksum`,
      [PLATFORM, platform],
    );
    await session.query("commit");
    session.release();
  } catch (error) {
    session.release(true);
    throw error;
  }
  return pending.map(({ filename }) => filename);
}

async function applyFile(session: PoolClient, { version, name, filename, sql }: MigrationFile): Promise<void> {
  try {
    await session.query(sql);
  } catch (error) {
    const { message, position } = error as { message: string; position?: string };
    const line = position ? `, line ${sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new StartError(
      `migration ${filename} failed (${message.split("\n", 1)[0]}${line}). Nothing was changed: the previous version still works with this database.`,
      { cause: error },
    );
  }
  await session.query(
    "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
    [version, name, [sql]],
  );
}

async function readPlatform(connection: DatabaseConnection): Promise<string | undefined> {
  const [exists] = await query<{ found: boolean }>(
    connection,
    "select to_regclass('supabase_migrations.checksums') is not null as found",
  );
  if (!exists?.found) return undefined;
  const [row] = await query<{ checksum: string }>(
    connection,
    "select checksum from supabase_migrations.checksums where version = $1",
    [PLATFORM],
  );
  return row?.checksum;
}

/** The applied migrations, the oldest first. A new database has none. */
export async function readHistory(connection: DatabaseConnection): Promise<AppliedMigration[]> {
  const [found] = await query<{ history: boolean; checksums: boolean }>(
    connection,
    `select to_regclass('supabase_migrations.schema_migrations') is not null as history,
       to_regclass('supabase_migrations.checksums') is not null as checksums`,
  );
  if (!found?.history) return [];
  return query<AppliedMigration>(
    connection,
    found.checksums
      ? `select version, checksum from supabase_migrations.schema_migrations
         left join supabase_migrations.checksums using (version) order by version`
      : "select version, null as checksum from supabase_migrations.schema_migrations order by version",
  );
}
