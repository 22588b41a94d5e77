import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import { StartError } from "../environment/environment.ts";
import { type Backup, decodeBackup, encodeBackup } from "./backup-file.ts";
import { type CopySession, withCopySession } from "./copy-rows.ts";
import { listTables, listVersions } from "./tables.ts";

/**
 * Writes the whole database to one file, consistent at one moment. Works on both databases and moves data between them.
 */
export async function backupDatabase(connection: DatabaseConnection): Promise<Buffer> {
  const [tables, versions] = [await listTables(connection), await listVersions(connection)];
  const filled = await withCopySession(connection, async (session) => {
    const result: Backup["tables"] = [];
    for (const table of tables) result.push({ ...table, rows: await session.copyOut(table) });
    return result;
  });
  return encodeBackup({ versions, createdAt: new Date().toISOString(), tables: filled });
}

/**
 * Replaces everything in a migrated database with a backup's rows, in one transaction. Triggers are off during the
 * restore: rows stay as they were, and rules such as "never without an admin" apply only to the finished result.
 */
export async function restoreDatabase(connection: DatabaseConnection, file: Buffer): Promise<number> {
  const backup = decodeBackup(file);
  const [tables, versions] = [await listTables(connection), await listVersions(connection)];
  const missing = backup.versions.filter((version) => !versions.includes(version));
  if (missing.length > 0)
    throw new StartError(`The backup is from a newer version (migration ${missing[0]}): update Upfunnel first`);
  await refuseWhileHostsRun(connection);
  const known = new Map(tables.map((table) => [table.name, table]));
  const lost = backup.tables.find((table) => table.rows.length > 0 && !known.has(table.name));
  if (lost) throw new StartError(`The backup has rows for ${lost.name}, which doesn't exist in this version`);
  await withCopySession(connection, async (session) => {
    for (const { name } of tables) await session.run(`alter table ${name} disable trigger user`);
    await session.run(`truncate ${tables.map((table) => table.name).join(", ")} cascade`);
    await insertRows(
      session,
      backup,
      tables.map((table) => table.name),
    );
    // Deferred checks run now, because a table with pending checks cannot be altered.
    await session.run("set constraints all immediate");
    for (const { name } of tables) await session.run(`alter table ${name} enable trigger user`);
    await session.run(RESUME_SEQUENCES);
    // Without statistics the planner reads whole tables.
    await session.run("analyze");
  }).catch((error: Error) => {
    throw new StartError(`The backup can't be restored (${error.message}). Nothing was changed`);
  });
  return backup.tables.length;
}

/** A host that runs meanwhile would lose its writes, and could deadlock with the restore. */
async function refuseWhileHostsRun(connection: DatabaseConnection): Promise<void> {
  const hosts = await query<{ name: string }>(
    connection,
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'upfunnel %'
       and application_name <> current_setting('application_name')`,
  );
  if (hosts.length > 0)
    throw new StartError(
      `Upfunnel is running on this database (${hosts.map(({ name }) => `process ${name.slice("upfunnel ".length)}`).join(", ")}): stop it first`,
    );
}

async function insertRows(session: CopySession, backup: Backup, order: string[]): Promise<void> {
  for (const name of order) {
    const table = backup.tables.find((candidate) => candidate.name === name);
    if (table) await session.copyIn(table, table.rows);
  }
}

/** Sequences continue after the highest restored number. */
const RESUME_SEQUENCES = `do $$ declare item record; begin
  for item in
    select format('%I.%I', n.nspname, c.relname) as tab, a.attname as col, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as seq
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname in ('auth', 'public', 'private')
      and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null
  loop
    execute format('select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)', item.seq, item.col, item.tab);
  end loop;
end $$`;
