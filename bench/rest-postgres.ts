import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openPool } from "../server/database/postgres-pool.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { startPostgresServer } from "../tests/support/postgres-server.ts";
import { atLeast, atMost, type Measurement, notMeasured } from "./measurement.ts";
import { CONNECTIONS, loadLeads } from "./rest-load.ts";

const WHAT = `select of 20 leads by ${CONNECTIONS} connections on PostgreSQL, against pgbench`;
const TARGET = 0.36;
const ROUNDS = 2;
const SECONDS = 8;

const run = promisify(execFile);
const hasPgbench = spawnSync("pgbench", ["--version"], { stdio: "ignore" }).error === undefined;

/** The host on PostgreSQL, and pgbench with the same transaction on the same server, in alternating runs. */
export async function measureRestOnPostgres(): Promise<Measurement[]> {
  const server = hasPgbench ? await startPostgresServer() : null;
  if (!server) return [notMeasured(WHAT, `≥ ${TARGET}`, "PostgreSQL or pgbench is not installed")];
  const host = await startHostProcess({ DATABASE_URL: server.url, DEMO: "1", RATE_LIMIT_SCALE: "0" });
  const directory = mkdtempSync(join(tmpdir(), "upfunnel-bench-"));
  try {
    const script = join(directory, "transaction.sql");
    const alone = await loadLeads(host.url, 1);
    writeFileSync(script, await transactionOf(server.url));
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push((await loadLeads(host.url, CONNECTIONS)).perSecond);
      const options = ["-n", "-f", script, "-c", String(CONNECTIONS), "-j", "2", "-T", String(SECONDS)];
      const { stdout } = await run("pgbench", [...options, server.url]);
      theirs.push(Number(/tps = ([\d.]+)/.exec(stdout)?.[1]));
    }
    const [host16, bench] = [Math.max(...ours), Math.max(...theirs)];
    const note = `${host16.toFixed(0)} requests/s against ${bench.toFixed(0)} transactions/s`;
    return [
      atLeast(WHAT, host16 / bench, TARGET, "of pgbench", note),
      atMost("the same by one connection on PostgreSQL, p50", alone.p50, 2.5, "ms"),
    ];
  } finally {
    rmSync(directory, { recursive: true });
    await host.dispose();
    await server.stop();
  }
}

/** The statements of a read: the caller's role and claims, and the select. */
async function transactionOf(url: string): Promise<string> {
  const pool = openPool(url, 1);
  const { rows } = await pool.query(
    `select json_build_object('role', 'authenticated', 'sub', session.user_id, 'session_id', session.id, 'aal', 'aal1')::text as claims
     from auth.sessions as session join auth.users as person on person.id = session.user_id
     where person.email = 'sales@example.com' order by session.created_at desc limit 1`,
  );
  await pool.end();
  const claims = String(rows[0]?.claims).replaceAll("'", "''");
  return `begin;
set local role authenticated;
select set_config('request.jwt.claims', '${claims}', true);
select * from public.leads order by created_at desc limit 20;
commit;
`;
}
