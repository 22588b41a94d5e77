import { readdirSync } from "node:fs";
import { App } from "@supabase/lite";
import { applyPendingMigrations } from "@supabase/lite/cli";
import { StartError } from "../environment/environment.ts";
import type { DatabaseConnection } from "./connect.ts";
import { FACTOR_TABLES } from "./factor-tables.ts";
import { query } from "./query.ts";
import { STORAGE_TABLES } from "./storage-tables.ts";

const ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end $$`;

/** Hosted Supabase has this index. The embedded library does not, and two parallel sign-ups would both succeed. */
const ONE_ACCOUNT_PER_EMAIL = "create unique index if not exists users_email_key on auth.users (lower(email))";

type Migratable = Parameters<typeof applyPendingMigrations>[0];

/** Creates what Supabase provides: the roles, the auth schema and the storage schema. */
export async function prepareDatabase(connection: DatabaseConnection): Promise<Migratable> {
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
  return app as unknown as Migratable;
}

/**
 * Migrates a database to the newest schema: first what Supabase provides, then every new file of `supabase/migrations`,
 * recorded in the Supabase CLI's history table. The working directory must be the project's root. Returns the names of
 * the applied files. Throws StartError, and changes nothing, if another version of the product made the database.
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<string[]> {
  await requireSameHistory(connection);
  const app = await prepareDatabase(connection);
  const { applied } = await applyPendingMigrations(app);
  return applied.map((file) => file.filename);
}

const HISTORY = "supabase_migrations.schema_migrations";

async function requireSameHistory(connection: DatabaseConnection): Promise<void> {
  const [history] = await query<{ exists: boolean }>(
    connection,
    `select to_regclass('${HISTORY}') is not null as exists`,
  );
  if (!history?.exists) return;
  const ours = new Set(readdirSync("supabase/migrations").map((name) => name.split("_", 1)[0] ?? ""));
  const newest = [...ours].sort().at(-1) ?? "";
  const applied = await query<{ version: string }>(connection, `select version from ${HISTORY} order by version desc`);
  const unknown = applied.find(({ version }) => !ours.has(version))?.version;
  if (!unknown) return;
  throw new StartError(
    unknown > newest
      ? `the database is newer than this version (migration ${unknown}). Start the version that created it, or a later one.`
      : `the database was created before the first release (migration ${unknown}). Start with an empty DATA_DIR or database.`,
  );
}
