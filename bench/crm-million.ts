import { rmSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../server/database/connect.ts";
import { query } from "../server/database/query.ts";
import { seededDataDirectory } from "../tests/support/seeded-data.ts";
import { FILTERS } from "./crm.ts";
import { addCrmRows } from "./crm-rows.ts";
import { atMost, type Measurement, percentile } from "./measurement.ts";

const ROUNDS = 5;
const SORTS = ["-arrived", "name", "-value", "stage", "next_step", "-last_activity", "response", "clock"];

/** The same queries with ten times the leads, and how much longer they take. Runs for half an hour. */
export async function measureCrmMillion(): Promise<Measurement[]> {
  const small = await measureAt(100_000);
  const large = await measureAt(1_000_000);
  return [...small].map(([what, before]) => {
    const after = large.get(what) ?? Number.NaN;
    // Below a few milliseconds, the measurement's own time dominates.
    const growth = Math.max(after, 3) / Math.max(before, 3);
    return atMost(
      `${what}, 1,000,000 against 100,000`,
      growth,
      1.5,
      "×",
      `${before.toFixed(1)} → ${after.toFixed(1)} ms`,
    );
  });
}

async function measureAt(leads: number): Promise<Map<string, number>> {
  const dataDir = await seededDataDirectory();
  const directory = join(dataDir, "database");
  await addCrmRows({ directory }, leads, 5 * leads);
  const connection = await openConnection({ directory });
  const [admin] = await query<{ id: string }>(
    connection,
    "select id from auth.users where email = 'admin@example.com'",
  );
  await query(
    connection,
    `select set_config('request.jwt.claim.sub', '${admin?.id}', false), set_config('request.jwt.claims', '{"sub":"${admin?.id}","role":"authenticated"}', false)`,
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
  const results = new Map<string, number>([["board", await took("select public.crm_board()")]]);
  for (const sort of SORTS)
    results.set(`leads by ${sort}`, await took(`select public.list_leads('all', null, '${sort}')`));
  for (const filter of FILTERS.slice(1)) {
    const text = JSON.stringify(filter);
    results.set(
      `leads with ${text.slice(22, 90)}`,
      await took(`select public.list_leads('all', '${text}', '-arrived')`),
    );
  }
  for (const words of ["nadia rah", "Nadja Rahmi", "5030070"])
    results.set(`search ${words}`, await took(`select * from public.search_leads('${words}')`));
  await connection.close();
  rmSync(dataDir, { recursive: true });
  return results;
}
