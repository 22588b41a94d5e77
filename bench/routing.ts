import pg from "pg";
import { openConnection } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import type { TestDatabase } from "../tests/support/database-session.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { addReps, fileLead, fileSideBySide, readFaults } from "../tests/support/routing-load.ts";
import { atMost, type Measurement, notMeasured, percentile } from "./measurement.ts";

const ARRIVALS = 10_000;
const REPS = 20;
const CONNECTIONS = 8;
const SAMPLES = 400;
const EVERY_DAY =
  '{"mon": ["00:00", "24:00"], "tue": ["00:00", "24:00"], "wed": ["00:00", "24:00"], "thu": ["00:00", "24:00"], "fri": ["00:00", "24:00"], "sat": ["00:00", "24:00"], "sun": ["00:00", "24:00"]}';

/** Arrivals side by side on PostgreSQL: faults by the ledger, and what routing adds to filing a lead. */
export async function measureRouting(): Promise<Measurement[]> {
  const server = await startPostgresServer();
  if (!server) return [notMeasured("routing", "0 faults", "PostgreSQL is not installed")];
  try {
    const connection = await openConnection({ url: server.url });
    await migrateDatabase(connection);
    await connection.close();
    return await onDatabase(server.url);
  } finally {
    await server.stop();
  }
}

async function onDatabase(url: string): Promise<Measurement[]> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS + 1 });
  // The server stops while connections are idle.
  pool.on("error", () => undefined);
  const connect = async () => {
    const client = await pool.connect();
    return {
      async run<Row>(text: string, parameters: unknown[] = []) {
        const { rows, rowCount } = await client.query(text, parameters);
        return { rows: rows as Row[], count: rowCount ?? 0 };
      },
      release: () => client.release(),
    };
  };
  const main = await connect();
  const db: TestDatabase = { run: main.run, connect, close: () => pool.end() };
  try {
    await db.run("update public.agency_settings set working_hours = $1::text::jsonb, time_zone = 'UTC'", [EVERY_DAY]);
    const reps = await addReps(db, REPS);
    const rules = await db.run<{ rules: unknown }>("select rules from public.lead_routing");
    const setRules = (value: unknown) =>
      db.run("update public.lead_routing set rules = $1::text::jsonb", [JSON.stringify(value)]);
    // One after the other by turns, so that both see the same machine.
    const [without, withRules]: [number[], number[]] = [[], []];
    await db.run("update public.rotas set capacity = 1000");
    for (let at = 0; at < SAMPLES; at += 1)
      for (const [times, value] of [
        [without, []],
        [withRules, rules.rows[0]?.rules],
      ] as const) {
        await setRules(value);
        const begun = performance.now();
        await fileLead(db);
        if (at >= SAMPLES / 10) times.push(performance.now() - begun);
      }
    for (const { id, capacity } of reps)
      await db.run("update public.rotas set capacity = $2 where user_id = $1", [id, capacity]);
    // The leads of the first part are not part of the second.
    await db.run("truncate public.leads cascade");
    const begun = performance.now();
    await fileSideBySide(db, ARRIVALS, CONNECTIONS);
    const seconds = (performance.now() - begun) / 1000;
    const { routed, offShift, overCapacity, twice } = await readFaults(db, reps);
    const note = `${routed} of ${ARRIVALS} routed, ${(ARRIVALS / seconds).toFixed(0)} leads/s on ${CONNECTIONS} connections`;
    const added = percentile(withRules, 0.95) - percentile(without, 0.95);
    return [
      atMost(`leads of ${ARRIVALS} side by side that went to someone off shift or away`, offShift, 0, "leads", note),
      atMost("leads over someone's capacity", overCapacity, 0, "leads"),
      atMost("leads that were given twice", twice, 0, "leads"),
      atMost(
        `routing added to filing a lead, p95, ${REPS} people`,
        added,
        10,
        "ms",
        `${percentile(without, 0.95).toFixed(1)} ms without, ${percentile(withRules, 0.95).toFixed(1)} ms with`,
      ),
    ];
  } finally {
    main.release();
    await pool.end();
  }
}
