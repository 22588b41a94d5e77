import { gunzipSync } from "node:zlib";
import { backupDatabase } from "../server/backup/backup-database.ts";
import { type DatabaseConnection, openConnection } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import type { Session } from "../tests/support/database-session.ts";
import { openMigrated } from "../tests/support/database-snapshot.ts";
import { createWorld } from "../tests/support/database-world.ts";
import { erase } from "../tests/support/erasing.ts";
import { addMarkedPerson, MARKER } from "../tests/support/marked-person.ts";
import { oneSession } from "../tests/support/one-session.ts";
import { findInDump, plantMarker } from "../tests/support/plant-marker.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { atMost, type Measurement, notMeasured } from "./measurement.ts";

const LEADS = 50_000;
const COPIES = 20_000;

/**
 * Erases one person among many, who has a marker in every column of their rows. Counts the markers that remain in a
 * dump of every table and in a new backup, and measures the time.
 */
export async function measureErasure(): Promise<Measurement[]> {
  const embedded = await measureOn("embedded", await openMigrated());
  const server = await startPostgresServer();
  if (!server) return [...embedded, notMeasured("markers after an erasure, PostgreSQL", "≤ 0", "no PostgreSQL here")];
  try {
    const connection = await openConnection({ url: server.url });
    await migrateDatabase(connection);
    return [...embedded, ...(await measureOn("PostgreSQL", connection))];
  } finally {
    await server.stop();
  }
}

async function measureOn(name: string, connection: DatabaseConnection): Promise<Measurement[]> {
  const db = await oneSession(connection);
  await db.run("begin");
  const world = await createWorld(db);
  await addOthers(db);
  const { lead } = await addMarkedPerson(db, world);
  await plantMarker(db, "lead", lead);
  await db.run("commit");
  const planted = (await findInDump(db)).length;
  const started = performance.now();
  await db.run("begin");
  await erase(db, world.people.admin, "lead", lead);
  await db.run("commit");
  const seconds = (performance.now() - started) / 1000;
  const inDump = (await findInDump(db)).length;
  db.release();
  const backup = gunzipSync(await backupDatabase(connection));
  const inBackup = backup.toString("utf8").toLowerCase().split(MARKER).length - 1;
  await connection.close();
  const among = `${LEADS.toLocaleString("en")} leads, ${COPIES.toLocaleString("en")} emails and as many audit entries`;
  return [
    atMost(`rows with the marker in a dump after an erasure, ${name}`, inDump, 0, "rows", `${planted} or more before`),
    atMost(`markers in a new backup, ${name}`, inBackup, 0, "markers"),
    atMost(`dry run and erasure among ${among}, ${name}`, seconds, 10, "s"),
  ];
}

async function addOthers(db: Session): Promise<void> {
  await db.run(
    `insert into public.leads (first_name, last_name, email, company, first_touch)
     select 'Other', 'Person' || n, 'other' || n || '@bench.example', 'Company ' || n % 2000, jsonb_build_object('utm_campaign', 'campaign ' || n % 40)
     from generate_series(1, $1) as made (n)`,
    [LEADS],
  );
  await db.run(
    `insert into private.outbox (kind, dedupe_key, payload, status, done_at)
     select 'mail', 'bench:' || n, jsonb_build_object('to', 'other' || n || '@bench.example', 'data', repeat('word ', 100)), 'done', now()
     from generate_series(1, $1) as made (n)`,
    [COPIES],
  );
  await db.run(
    `insert into public.audit_log (action, table_name, row_id, before, after)
     select 'update', 'leads', gen_random_uuid()::text, side.row, side.row
     from generate_series(1, $1) as made (n)
     cross join lateral (select jsonb_build_object('email', 'other' || n || '@bench.example', 'goals', repeat('More ', 100)) as row) as side`,
    [COPIES],
  );
}
