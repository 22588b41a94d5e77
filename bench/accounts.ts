import { rmSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { addCrmRows } from "./crm-rows.ts";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 2_000);
const LEADS = 500;
const ROUNDS = 15;
const SORTS = ["-arrived", "name", "-value", "stage", "next_step", "-last_activity"];

/** What one account's questions cost beside all others, against that account alone. Runs for a quarter of an hour. */
export async function measureAccounts(): Promise<Measurement[]> {
  const alone = await measureBeside(1);
  const beside = await measureBeside(ACCOUNTS);
  return [...alone].map(([what, before]) => {
    const after = beside.get(what) ?? Number.NaN;
    return atMost(
      `${what} of an account with ${LEADS} leads, beside ${ACCOUNTS.toLocaleString("en-US")} such accounts`,
      after / before,
      1.3,
      "× of alone",
      `${before.toFixed(1)} → ${after.toFixed(1)} ms`,
    );
  });
}

async function measureBeside(accounts: number): Promise<Map<string, number>> {
  const dataDir = await seededDataDirectory();
  const directory = join(dataDir, "database");
  await addCrmRows(directory, accounts * LEADS, accounts * LEADS, accounts);
  const connection = await openConnection({ directory });
  const [admin] = await query<{ id: string }>(
    connection,
    "select id from auth.users where email = 'admin@example.com'",
  );
  await query(
    connection,
    `select set_config('request.jwt.claim.sub', '${admin?.id}', false), set_config('request.headers', '{"x-account": "bench-1"}', false),
       set_config('request.jwt.claims', '{"sub":"${admin?.id}","role":"authenticated"}', false)`,
  );
  const took = async (statement: string) => {
    const samples: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const started = performance.now();
      await query(connection, statement);
      if (round > 0) samples.push(performance.now() - started);
    }
    return percentile(samples, 0.5);
  };
  const month = "(now() - interval '30 days')::date, now()::date";
  const results = new Map<string, number>([
    ["board", await took("select public.crm_board()")],
    ["today", await took("select public.crm_today('all')")],
    ["analytics", await took(`select public.crm_analytics(${month}), public.crm_responses(${month})`)],
    ["pulse", await took("select public.crm_pulse()")],
  ]);
  for (const sort of SORTS)
    results.set(`leads by ${sort}`, await took(`select public.list_leads('all', null, '${sort}')`));
  for (const words of ["nadia rah", "Nadja Rahmi", "5030070"])
    results.set(`search ${words}`, await took(`select * from public.search_leads('${words}')`));
  await connection.close();
  rmSync(dataDir, { recursive: true });
  return results;
}
