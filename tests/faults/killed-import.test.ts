import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

const ROWS = 3_000;
const CHUNK = 500;
const id = randomUUID();
let host: HostProcess | undefined;
afterAll(() => host?.dispose());

test("An import continues after its host is killed and restarted, and imports every row once", async () => {
  const dataDir = await seededDataDirectory();
  const variables = { DATA_DIR: dataDir, DEMO: "1", RATE_LIMIT_SCALE: "0", SIGNAL_OUTAGE_RATE: "0" };
  host = await startHostProcess(variables);
  await handOver(host);
  await until(host, ({ at_row }) => at_row > 0, 10);
  await host.stop("SIGKILL");
  const halfway = await imported(dataDir);
  expect(halfway.status).toBe("running");
  expect(halfway.leads).toBeGreaterThan(0);
  expect(halfway.leads).toBeLessThan(ROWS);
  await endLeases(dataDir);
  host = await startHostProcess(variables);
  await until(host, ({ status }) => status !== "running", 200);
  await host.stop();
  expect(await imported(dataDir)).toEqual({
    status: "done",
    created: ROWS,
    handled: ROWS,
    failed: 0,
    leads: ROWS,
    people: ROWS,
    entries: ROWS,
    rows: ROWS,
  });
}, 180_000);

const openClient = async ({ url }: HostProcess) => (await signedInClient(url, "admin@example.com")).client;

/** Uploads the rows as the page does, and starts the import. */
async function handOver(host: HostProcess): Promise<void> {
  const client = await openClient(host);
  const mapping = { p_import_id: id, p_file_name: "many.csv", p_headers: ["E-mail"], p_mapping: ["email"] };
  const asked: { error: Error | null }[] = [await client.rpc("create_lead_import", { ...mapping, p_defaults: {} })];
  for (let from = 1; from <= ROWS; from += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, at) => ({ email: `row${from + at}@killed.example` }));
    asked.push(await client.rpc("stage_lead_import", { p_import_id: id, p_from_row: from, p_rows: rows }));
  }
  asked.push(await client.rpc("prepare_lead_import", { p_import_id: id, p_rows: ROWS }));
  asked.push(await client.rpc("start_lead_import", { p_import_id: id }));
  for (const { error } of asked) if (error) throw new Error(error.message);
}

/** Polls the import's progress at this interval until it is far enough. */
async function until(host: HostProcess, far: (state: { status: string; at_row: number }) => boolean, every: number) {
  const client = await openClient(host);
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const { data } = await client.from("lead_imports").select("status, at_row").eq("id", id).single();
    if (data && far(data)) return;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  throw new Error(`Nothing moves:\n${host.output()}`);
}

async function onDatabase<Row>(dataDir: string, statement: string, parameters: unknown[] = []): Promise<Row[]> {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  try {
    return await query<Row>(connection, statement, parameters);
  } finally {
    await connection.close();
  }
}

/** The import's own report, and the actual leads, different addresses, history entries and finished rows. */
async function imported(dataDir: string) {
  const [row] = await onDatabase<{ status: string; leads: number }>(
    dataDir,
    `select one.status, one.created, one.handled, one.failed, found.*,
       (select count(*)::integer from public.lead_activities where kind = 'import' and payload ->> 'import_id' = $1) as entries,
       (select count(*)::integer from private.lead_import_rows where import_id = one.id and outcome = 'created') as rows
     from public.lead_imports as one, (
       select count(*)::integer as leads, count(distinct email)::integer as people
       from public.leads where email like '%@killed.example'
     ) as found where one.id::text = $1`,
    [id],
  );
  if (!row) throw new Error("The import is gone");
  return row;
}

/** Ends the lease of a killed worker now instead of in a minute. */
const endLeases = (dataDir: string) =>
  onDatabase(
    dataDir,
    "update private.outbox set locked_until = now(), is_lease_questioned = true where status = 'running' returning id",
  );
