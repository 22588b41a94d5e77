import { spawnSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { expect, test } from "vitest";
import { backupDatabase, restoreDatabase, writeBackup } from "../../server/backup/backup-database.ts";
import { decodeBackup, encodeBackup } from "../../server/backup/backup-file.ts";
import { listTables } from "../../server/backup/tables.ts";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { query } from "../../server/database/query.ts";
import { createFileStore } from "../../server/storage/file-store.ts";
import { createS3Store, readStorageUrl } from "../../server/storage/s3-store.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { temporaryDirectory } from "../support/host-process.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { startS3Server } from "../support/s3-server.ts";

const open = openMigrated;

/** Adds people, an admin, and texts that are hard to copy. */
async function fill(connection: DatabaseConnection) {
  await connection.driver.query(`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       select md5('person' || n)::uuid, 'person' || n || '@example.com', now(), '{"first_name": "Zoë \\\\ tab\\t", "account_type": "client"}' from generate_series(1, 50) n;
     insert into public.user_roles (user_id, role, status) values (md5('person1')::uuid, 'admin', 'active');
     insert into public.leads (first_name, last_name, email, company, source) select 'A' || n, e'new\\nline \\\\N', 'l' || n || '@example.com', null, 'other' from generate_series(1, 500) n;
     select public.enqueue_outbox('mail', 'once', '{"to": "a@example.com"}');`);
}

/** A fingerprint of each table. */
async function fingerprints(connection: DatabaseConnection) {
  const prints: Record<string, unknown> = {};
  for (const { name } of await listTables(connection))
    prints[name] = (
      await query(
        connection,
        `select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${name} t`,
      )
    )[0];
  return prints;
}

test("a backup restores every row of every table into another database and replaces its data", async () => {
  const [source, target] = [await open(), await open()];
  await fill(source);
  await target.driver.query(
    "insert into public.leads (first_name, last_name, email, source) values ('Gone', 'Soon', 'gone@example.com', 'other')",
  );
  await restoreDatabase(target, await backupDatabase(source));
  expect(await fingerprints(target)).toEqual(await fingerprints(source));
  // The triggers are on again: the last admin stays.
  await expect(query(target, "delete from public.user_roles where role = 'admin'")).rejects.toThrow(
    /last active admin/,
  );
  await Promise.all([source.close(), target.close()]);
});

test("a restore that fails halfway changes nothing", async () => {
  const [source, target] = [await open(), await open()];
  await fill(source);
  await fill(target);
  const before = await fingerprints(target);
  const { files: _, ...backup } = await decodeBackup(await backupDatabase(source));
  const leads = backup.tables.find(({ name }) => name === "public.leads");
  if (leads) leads.rows = Buffer.concat([leads.rows, Buffer.from("not\ta\tlead\n")]);
  await expect(restoreDatabase(target, encodeBackup(backup))).rejects.toThrow();
  expect(await fingerprints(target)).toEqual(before);
  await Promise.all([source.close(), target.close()]);
});

test.each([
  ["a file that is not a backup", Buffer.from("hello")],
  ["another program's file", encodeBackup({ versions: [], createdAt: "", tables: [] }).subarray(0, 20)],
])("%s is refused with an explanation", async (_name, file) => {
  const connection = await open();
  await expect(restoreDatabase(connection, file)).rejects.toThrow(/backup/);
  await connection.close();
});

test("a backup of a newer version is refused", async () => {
  const connection = await open();
  const file = encodeBackup({ versions: ["29990101000000"], createdAt: "", tables: [] });
  await expect(restoreDatabase(connection, file)).rejects.toThrow(/newer version/);
  await connection.close();
});

test("a backup has the stored files, and a restore puts them into another store", async () => {
  const directory = temporaryDirectory();
  const s3 = await startS3Server();
  const [source, target] = [await open(), await open()];
  const [from, to] = [createFileStore(join(directory, "content")), createS3Store(readStorageUrl(s3.storageUrl))];
  const contents = [randomBytes(3_000_000), Buffer.from("short"), Buffer.alloc(0)];
  for (const [at, content] of contents.entries()) {
    const [id, path] = [randomUUID(), join(directory, String(at))];
    writeFileSync(path, content);
    await from.put(id, { path, size: content.length, sha256: "" });
    await query(
      source,
      "insert into storage.objects (bucket_id, name, version, metadata) values ('landing', $1, $2, jsonb_build_object('size', $3::int))",
      [`a/${at}.png`, id, content.length],
    );
  }
  await query(
    source,
    "insert into storage.objects (bucket_id, name, version, metadata) values ('landing', 'lost', $1, '{\"size\": 1}')",
    [randomUUID()],
  );
  const file = join(directory, "backup");
  expect(await writeBackup(source, from, createWriteStream(file))).toEqual({ files: 3, missing: 1 });
  const place = { store: to, incoming: directory };
  const replaced = randomUUID();
  writeFileSync(join(directory, "replaced"), "x");
  await to.put(replaced, {
    path: join(directory, "replaced"),
    size: 1,
    sha256: createHash("sha256").update("x").digest("hex"),
  });
  expect((await restoreDatabase(target, createReadStream(file), place)).files).toBe(3);
  const rows = await query<{ name: string; version: string }>(
    target,
    "select name, version from storage.objects order by name",
  );
  // What only the replaced database had is deleted when the host runs again.
  const noted = await query<{ version: string }>(target, "select version from private.removed_blobs");
  expect(noted.map(({ version }) => version)).toEqual([replaced]);
  expect(rows.map(({ name }) => name)).toEqual(["a/0.png", "a/1.png", "a/2.png", "lost"]);
  for (const [at, content] of contents.entries()) {
    const stored = await to.get(rows[at]?.version ?? "");
    expect(stored && (await buffer(stored)).equals(content)).toBe(true);
  }
  // A backup that ends in its files, or before them, is refused before anything changes.
  const whole = readFileSync(file);
  for (const end of [whole.length - 1_000_000, whole.length - 9])
    await expect(restoreDatabase(target, whole.subarray(0, end), place)).rejects.toThrow(/incomplete|damaged/);
  expect(await query(target, "select from storage.objects")).toHaveLength(4);
  await Promise.all([source.close(), target.close(), s3.close()]);
  rmSync(directory, { recursive: true });
});

test("an embedded database moves to PostgreSQL and back", async (context) => {
  const server = await startPostgresServer();
  if (!server) return context.skip("no PostgreSQL on this machine");
  const [source, target] = [await open(), await open()];
  await fill(source);
  const middle = await openConnection({ url: server.url });
  await migrateDatabase(middle);
  // A host's connection: hosts are other processes.
  const host = new pg.Client({ connectionString: server.url, application_name: "upfunnel 7 other" });
  await host.connect();
  await expect(restoreDatabase(middle, await backupDatabase(source))).rejects.toThrow(
    /process 7 other.* stop it first/,
  );
  await host.end();
  await expect
    .poll(() => query(middle, "select from pg_stat_activity where application_name = 'upfunnel 7 other'"))
    .toEqual([]);
  await restoreDatabase(middle, await backupDatabase(source));
  // The planner knows the restored rows.
  const [known] = await query<{ rows: number }>(
    middle,
    "select reltuples::int as rows from pg_class where oid = 'public.leads'::regclass",
  );
  expect(known?.rows).toBe(500);
  await restoreDatabase(target, await backupDatabase(middle));
  expect(await fingerprints(target)).toEqual(await fingerprints(source));
  await Promise.all([source.close(), middle.close(), target.close()]);
  await server.stop();
});

test("a backup from a directory without a database is refused in one line, and creates nothing", () => {
  const directory = join(temporaryDirectory(), "mistyped");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/backup.ts", "unused"], {
    env: { ...process.env, DATA_DIR: directory },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 1, stderr: `There is no database in ${directory}: check DATA_DIR\n` });
  expect(existsSync(directory)).toBe(false);
  expect(existsSync("unused")).toBe(false);
});
