import { App } from "@supabase/lite";
import { applyPendingMigrations } from "@supabase/lite/cli";
import type { DatabaseConnection } from "./connect.ts";
import { FACTOR_TABLES } from "./factor-tables.ts";

const ROLES = `do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end $$`;

/** Hosted Supabase has this index; the embedded library has not, and two sign-ups at once would both succeed. */
const ONE_ACCOUNT_PER_EMAIL = "create unique index if not exists users_email_key on auth.users (lower(email))";

/**
 * Brings a database to the newest schema: the roles and the auth schema that Supabase provides, then every file of
 * `supabase/migrations` that has not run yet, recorded in the Supabase CLI's own history table.
 * Must run with the project's root as working directory. Returns the names of the files applied.
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<string[]> {
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
  const { applied } = await applyPendingMigrations(app as unknown as Parameters<typeof applyPendingMigrations>[0]);
  return applied.map((file) => file.filename);
}
