import { seedDemo } from "../server/backend/seed-demo.ts";
import { type DatabaseConnection, openConnection } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { query } from "../server/database/query.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { addCrmRows } from "./crm-rows.ts";
import { atMost, type Measurement, notMeasured, percentile } from "./measurement.ts";

const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 2_000);
const LEADS = 500;
const ROUNDS = 25;
const SORTS = ["-arrived", "name", "-value", "stage", "next_step", "-last_activity"];
const SEARCHES = ["nadia rah", "Nadja Rahmi", "5030070"];

const month = "(now() - interval '30 days')::date, now()::date";
const searched = (words: string) => `{"op": "and", "rules": [{"field": "q", "is": "eq", "value": "${words}"}]}`;
const QUESTIONS: Record<string, string> = {
  board: "select public.crm_board()",
  today: "select public.crm_today('all')",
  analytics: `select public.crm_analytics(${month}), public.crm_responses(${month})`,
  pulse: "select public.crm_pulse()",
  ...Object.fromEntries(SORTS.map((sort) => [`leads by ${sort}`, `select public.list_leads('all', null, '${sort}')`])),
  ...Object.fromEntries(
    SEARCHES.flatMap((words) => [
      [`search ${words}`, `select * from public.search_leads('${words}')`],
      [`leads matching ${words}`, `select public.list_leads('all', '${searched(words)}', '-arrived')`],
    ]),
  ),
};

/**
 * What one account's questions cost beside all others, against the same account alone, on PostgreSQL. Both databases are
 * asked in turns, so that other work on the machine slows both. Loading takes minutes.
 */
export async function measureAccounts(): Promise<Measurement[]> {
  const server = await startPostgresServer();
  if (!server) return [notMeasured("an account beside others", "≤ 1.3 × of alone", "PostgreSQL is not installed")];
  const connections: DatabaseConnection[] = [];
  try {
    for (const accounts of [1, ACCOUNTS]) connections.push(await openAccounts(server.url, accounts));
    // The pool replaces a session that was idle for seconds, so this comes after the loading.
    for (const connection of connections) await enterAccount(connection);
    const results: Measurement[] = [];
    for (const [what, statement] of Object.entries(QUESTIONS)) {
      const samples = connections.map(() => [] as number[]);
      for (let round = 0; round <= ROUNDS; round++)
        for (const [at, connection] of connections.entries()) {
          const started = performance.now();
          await query(connection, statement);
          if (round > 0) samples[at]?.push(performance.now() - started);
        }
      const [alone = Number.NaN, beside = Number.NaN] = samples.map((each) => percentile(each, 0.5));
      results.push(
        atMost(
          `${what} of an account with ${LEADS} leads, beside ${ACCOUNTS.toLocaleString("en-US")} such accounts`,
          beside / alone,
          1.3,
          "× of alone",
          `${alone.toFixed(1)} → ${beside.toFixed(1)} ms`,
        ),
      );
    }
    return results;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.stop();
  }
}

/** A database of its own with so many accounts. */
async function openAccounts(server: string, accounts: number): Promise<DatabaseConnection> {
  const started = performance.now();
  const name = `beside_${accounts}`;
  const root = await openConnection({ url: server });
  await root.exec(`create database ${name}`);
  await root.close();
  const location = { url: server.replace(/\/postgres$/, `/${name}`), maxConnections: 1 };
  const empty = await openConnection({ url: location.url });
  await migrateDatabase(empty);
  await seedDemo(empty);
  await empty.close();
  await addCrmRows(location, accounts * LEADS, accounts * LEADS, accounts);
  const connection = await openConnection(location);
  await query(connection, "set statement_timeout = 0");
  await query(connection, "vacuum analyze");
  const seconds = (performance.now() - started) / 1000;
  console.log(`${(accounts * LEADS).toLocaleString("en-US")} leads loaded in ${seconds.toFixed(0)} s`);
  return connection;
}

/** The session is an admin's in the first account. */
async function enterAccount(connection: DatabaseConnection): Promise<void> {
  await query(
    connection,
    `select set_config('request.jwt.claim.sub', id::text, false), set_config('request.headers', '{"x-account": "bench-1"}', false),
       set_config('request.jwt.claims', json_build_object('sub', id, 'role', 'authenticated')::text, false)
     from auth.users where email = 'admin@example.com'`,
  );
}
