import { rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import { StartError } from "../environment/environment.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import { spool } from "../storage/spool.ts";
import { type Backup, type BackupFile, decodeBackup, encodeBackup, line } from "./backup-file.ts";
import { type CopySession, withCopySession } from "./copy-rows.ts";
import { listTables, listVersions } from "./tables.ts";

/**
 * Writes the rows of the whole database to one file, consistent at one moment. Works on both databases and moves data
 * between them.
 */
export async function backupDatabase(connection: DatabaseConnection): Promise<Buffer> {
  return encodeBackup((await readDatabase(connection)).backup);
}

/**
 * Writes a backup with the stored files. A file that is replaced or deleted in the meantime is left out. Returns how many are in
 * it, and how many are not.
 */
export async function writeBackup(
  connection: DatabaseConnection,
  store: BlobStore,
  sink: Writable,
): Promise<{ files: number; missing: number }> {
  const { backup, blobs } = await readDatabase(connection);
  sink.write(encodeBackup({ ...backup, hasFiles: true }));
  const counts = { files: 0, missing: 0 };
  // A second gzip member. Every reader of gzip continues with it.
  await pipeline(Readable.from(filesOf(store, blobs, counts)), createGzip({ level: 1 }), sink);
  return counts;
}

type Blob = { version: string; size: number };

async function* filesOf(store: BlobStore, blobs: Blob[], counts: { files: number; missing: number }) {
  for (const { version, size } of blobs) {
    const content = await store.get(version);
    if (!content) {
      counts.missing += 1;
      continue;
    }
    yield line({ file: version, bytes: size });
    let sent = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== size)
      throw new StartError(`The stored file ${version} has ${sent} bytes and not ${size}: it is damaged`);
    counts.files += 1;
  }
  yield line({ end: counts.files });
}

async function readDatabase(connection: DatabaseConnection): Promise<{ backup: Backup; blobs: Blob[] }> {
  const [tables, versions] = [await listTables(connection), await listVersions(connection)];
  return withCopySession(connection, async (session) => {
    const filled: Backup["tables"] = [];
    for (const table of tables) filled.push({ ...table, rows: await session.copyOut(table) });
    const blobs = await session.rows<Blob>(
      "select version, (metadata ->> 'size')::bigint::float8 as size from storage.objects where version is not null and metadata ? 'size' order by version",
    );
    return { backup: { versions, createdAt: new Date().toISOString(), tables: filled }, blobs };
  });
}

/** Where a restore puts stored files: a store, and a local directory for one file at a time. */
export type FilePlace = { store: BlobStore; incoming: string };

/**
 * Replaces everything in a migrated database with a backup's rows, in one transaction. Triggers are off during the
 * restore: rows stay as they were, and rules such as "never without an admin" apply only to the finished result. Stored
 * files come first, under the ids that they had. If the rest fails, the host deletes them as content without a row.
 */
export async function restoreDatabase(
  connection: DatabaseConnection,
  source: Buffer | Readable,
  place?: FilePlace,
): Promise<{ tables: number; rows: number; files: number }> {
  const backup = await decodeBackup(source);
  const [tables, versions] = [await listTables(connection), await listVersions(connection)];
  const missing = backup.versions.filter((version) => !versions.includes(version));
  if (missing.length > 0)
    throw new StartError(`The backup is from a newer version (migration ${missing[0]}): update Upfunnel first`);
  await refuseWhileHostsRun(connection);
  const known = new Map(tables.map((table) => [table.name, table]));
  const lost = backup.tables.find((table) => table.rows.length > 0 && !known.has(table.name));
  if (lost) throw new StartError(`The backup has rows for ${lost.name}, which doesn't exist in this version`);
  const files = place ? await restoreFiles(backup.files, place) : 0;
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
    if (place) await noteReplaced(session, place.store);
    // Without statistics the planner reads whole tables.
    await session.run("analyze");
  }).catch((error: Error) => {
    throw new StartError(`The backup can't be restored (${error.message}). Nothing was changed`);
  });
  const rows = backup.tables.reduce((sum, table) => sum + countLines(table.rows), 0);
  return { tables: backup.tables.length, rows, files };
}

/** COPY's text format has one line for each row. */
function countLines(rows: Buffer): number {
  let lines = 0;
  for (let at = rows.indexOf(10); at !== -1; at = rows.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Content of the replaced database. The host deletes it when it runs again. */
async function noteReplaced(session: CopySession, store: BlobStore): Promise<void> {
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  if (ids.length === 0) return;
  await session.run(`insert into private.removed_blobs (version)
    select given.id from unnest('{${ids.join(",")}}'::text[]) as given (id)
    where not exists (select from storage.objects as file where file.version = given.id) on conflict (version) do nothing`);
}

async function restoreFiles(files: AsyncGenerator<BackupFile>, { store, incoming }: FilePlace): Promise<number> {
  let count = 0;
  for await (const { id, size, content } of files) {
    const file = await spool(Readable.from(content()), incoming, size);
    await store.put(id, file);
    await rm(file.path, { force: true });
    count += 1;
  }
  return count;
}

/** A host that runs in the meantime would lose its writes, and could deadlock with the restore. */
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
    where c.relkind = 'r' and n.nspname in ('auth', 'public', 'private', 'storage')
      and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null
  loop
    execute format('select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)', item.seq, item.col, item.tab);
  end loop;
end $$`;
