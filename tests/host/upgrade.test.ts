import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { migrateDatabase, readHistory } from "../../server/database/migrate.ts";
import { readMigrationFiles } from "../../server/database/migration-files.ts";
import { query } from "../../server/database/query.ts";
import { openMigrated } from "../support/database-snapshot.ts";
import { startHostProcess, temporaryDirectory } from "../support/host-process.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { keptReleases, unpackRelease } from "../support/releases.ts";
import { readStructure } from "../support/schema-catalog.ts";
import { signedInClient } from "../support/session.ts";

/** Tables that a migration may rewrite, with the reason. */
const REWRITTEN: Record<string, string> = {
  "private.quotas": "Its messages have plainer words.",
  "public.retention_settings": "Its explanations have plainer words.",
  "public.lost_reasons": "A label has plainer words.",
  "private.lead_words": "Each account gets words of its own, made again from its leads.",
  "private.pending_client_setups":
    "What it prepared became drafts of the account (tests/database/procedures/prepared-accounts.test.ts).",
};

/**
 * Columns that an upgrade may change: it ties won leads to the accounts that they became, which counts as a change of the lead, and
 * closes the hand-offs of these leads (tests/database/procedures/handoffs.test.ts).
 */
const CHANGED: Record<string, string[]> = {
  "public.leads": ["version", "updated_at"],
  "public.change_requests": ["status", "updated_at"],
};

/** Every row of every table, as text: by table, then by column. */
async function readEverything(connection: DatabaseConnection): Promise<Map<string, Record<string, unknown>[]>> {
  const tables = await query<{ name: string }>(
    connection,
    `select format('%I.%I', space.nspname, held.relname) as name from pg_class as held
     join pg_namespace as space on space.oid = held.relnamespace
     where held.relkind = 'r' and space.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const everything = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const rows = await query<{ row: Record<string, unknown> }>(
      connection,
      `select to_jsonb(held) as row from ${name} as held`,
    );
    everything.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return everything;
}

/** The rows with the given columns only, in an order of their own. */
function comparable(rows: Record<string, unknown>[], columns: string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
}

test("A release is kept", () => {
  expect(keptReleases()).not.toEqual([]);
});

describe.each(keptReleases())("A data directory of release %s", (version) => {
  let directory = "";
  let structure: string[] = [];
  beforeAll(async () => {
    directory = unpackRelease(version);
    const newest = await openMigrated();
    structure = await readStructure(newest);
    await newest.close();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test("was made by migrations that never changed since", () => {
    const released = readdirSync(join(directory, "migrations")).sort();
    const found = readdirSync("supabase/migrations").sort();
    expect(found.slice(0, released.length)).toEqual(released);
    for (const name of released)
      expect(
        readFileSync(join("supabase/migrations", name), "utf8") ===
          readFileSync(join(directory, "migrations", name), "utf8"),
        `${name} is released: write a new migration`,
      ).toBe(true);
  });

  test("becomes the newest schema and keeps every row", async () => {
    const connection = await openConnection({ directory: join(directory, "data", "database") });
    try {
      const before = await readEverything(connection);
      expect((await readHistory(connection)).every(({ checksum }) => checksum === null)).toBe(true);
      await migrateDatabase(connection);
      expect(await readStructure(connection)).toEqual(structure);
      expect(await readHistory(connection)).toEqual(
        readMigrationFiles().map(({ version, checksum }) => ({ version, checksum })),
      );
      const after = await readEverything(connection);
      for (const [table, rows] of before) {
        if (REWRITTEN[table]) continue;
        const kept = after.get(table) ?? [];
        const columns = Object.keys(rows[0] ?? {}).filter(
          (column) => kept[0] && column in kept[0] && !CHANGED[table]?.includes(column),
        );
        const found = new Set(comparable(kept, columns));
        expect(
          comparable(rows, columns).filter((row) => !found.has(row)),
          table,
        ).toEqual([]);
      }
      const filled = [...before.values()].filter((rows) => rows.length > 0);
      expect(filled.length).toBeGreaterThan(60);
    } finally {
      await connection.close();
    }
  });

  test("starts, and its people sign in and see their own", async () => {
    const host = await startHostProcess({ DATA_DIR: join(directory, "data") });
    try {
      const { client: sales } = await signedInClient(host.url, "sales@example.com");
      const leads = await sales.from("leads").select("id", { count: "exact", head: true });
      expect(leads.count).toBeGreaterThan(100);
      const { client: person } = await signedInClient(host.url, "client@example.com");
      const invoices = await person.from("invoices").select("id, amount, status");
      expect(invoices.error).toBeNull();
      expect(invoices.data?.length).toBeGreaterThan(1);
      const { client: admin } = await signedInClient(host.url, "admin@example.com");
      const people = await admin.from("profiles").select("user_id", { count: "exact", head: true });
      expect(people.count).toBeGreaterThan(9);
      const added = await sales.from("lead_tasks").select("id").limit(1);
      expect(added.data).toHaveLength(1);
    } finally {
      await host.dispose();
    }
  });
});

describe("A new version whose second migration fails", () => {
  let directory = "";
  let connection: DatabaseConnection;
  beforeAll(async () => {
    directory = temporaryDirectory();
    cpSync("supabase/migrations", directory, { recursive: true });
    writeFileSync(join(directory, "99990101000000_add.sql"), "create table public.added (id integer);");
    writeFileSync(join(directory, "99990102000000_fail.sql"), "select 1;\nselect no_such_column from public.added;");
    connection = await openMigrated();
  });
  afterAll(async () => {
    await connection?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test("says which file and line failed, changes nothing, and the previous version works", async () => {
    const [structure, history] = [await readStructure(connection), await readHistory(connection)];
    await expect(migrateDatabase(connection, directory)).rejects.toThrow(
      /^migration 99990102000000_fail.sql failed \(column "no_such_column" does not exist, line 2\)\. Nothing was changed/,
    );
    expect(await readStructure(connection)).toEqual(structure);
    expect(await readHistory(connection)).toEqual(history);
    expect(await migrateDatabase(connection)).toEqual([]);
  });

  test("goes on when the file is right, and then the previous version refuses", async () => {
    writeFileSync(join(directory, "99990102000000_fail.sql"), "select id from public.added;");
    expect(await migrateDatabase(connection, directory)).toEqual(["99990101000000_add.sql", "99990102000000_fail.sql"]);
    await expect(migrateDatabase(connection)).rejects.toThrow(/newer than this version \(migration 99990102000000\)/);
  });

  test("refuses a file that changed after it was applied", async () => {
    writeFileSync(join(directory, "99990101000000_add.sql"), "create table public.added (id bigint);");
    await expect(migrateDatabase(connection, directory)).rejects.toThrow(
      "99990101000000_add.sql changed after this database applied it",
    );
    writeFileSync(join(directory, "99990101000000_add.sql"), "create table public.added (id integer);");
    expect(await migrateDatabase(connection, directory)).toEqual([]);
  });
});

test("Three hosts that start together on an empty PostgreSQL apply each migration once", async (context) => {
  const server = await startPostgresServer();
  if (!server) return context.skip("no PostgreSQL on this machine");
  const starts = await Promise.allSettled([1, 2, 3].map(() => startHostProcess({ DATABASE_URL: server.url })));
  const hosts = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  try {
    expect(starts.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    const connection = await openConnection({ url: server.url });
    expect(await readHistory(connection)).toEqual(
      readMigrationFiles().map(({ version, checksum }) => ({ version, checksum })),
    );
    const [people] = await query<{ admins: number }>(
      connection,
      "select count(*)::integer as admins from auth.users where email = 'admin@example.com'",
    );
    expect(people?.admins).toBe(1);
    await connection.close();
  } finally {
    for (const host of hosts) await host.dispose();
    await server.stop();
  }
});
