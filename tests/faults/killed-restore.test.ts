import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { openConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { temporaryDirectory } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

/** After how many milliseconds the command is killed. It takes about three seconds. */
const MOMENTS = [300, 800, 1_200, 1_600, 2_000, 2_500];

/** Runs `npm run backup` or `npm run restore`. With `killedAfter`, kills it then. */
async function run(script: "backup" | "restore", dataDir: string, file: string, killedAfter?: number): Promise<void> {
  const child = spawn(process.execPath, ["--liftoff-only", `scripts/${script}.ts`, file], {
    env: { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1", DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let problem = "";
  child.stderr.on("data", (chunk) => {
    problem += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (killedAfter !== undefined) {
    await delay(killedAfter);
    child.kill("SIGKILL");
    await ended;
  } else if ((await ended) !== 0) throw new Error(problem);
}

/** The rows of the tables that the backup and the data directory have in different numbers. */
async function counts(dataDir: string, change?: string) {
  const connection = await openConnection({ directory: join(dataDir, "database") });
  if (change) await connection.driver.query(change);
  const [row] = await query<Record<string, number>>(
    connection,
    `select (select count(*)::int from public.leads) as leads, (select count(*)::int from public.lead_activities) as activities,
       (select count(*)::int from auth.users) as people, (select count(*)::int from public.invoices) as invoices`,
  );
  await connection.close();
  return row;
}

test("A restore that is killed at any moment leaves the old data or the restored data, never a mixture, and can be repeated", async () => {
  const [kept, target] = [await seededDataDirectory(), await seededDataDirectory()];
  const file = join(temporaryDirectory(), "kept.backup");
  const wanted = await counts(kept, "insert into public.leads (email) values ('kept@example.com')");
  await run("backup", kept, file);
  const old = await counts(
    target,
    "insert into public.leads (email) select 'old' || n || '@example.com' from generate_series(1, 500) as n",
  );
  for (const moment of MOMENTS) {
    await run("restore", target, file, moment);
    expect([old, wanted]).toContainEqual(await counts(target));
  }
  await run("restore", target, file);
  expect(await counts(target)).toEqual(wanted);
  for (const path of [kept, target, file]) rmSync(path, { recursive: true, force: true });
}, 180_000);
