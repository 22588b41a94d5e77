import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { openFaultDatabase } from "../support/fault-database.ts";
import { spawnHost, startHostProcess, temporaryDirectory } from "../support/host-process.ts";
import { signedInClient } from "../support/session.ts";

/** After how many milliseconds first starts are killed: a first start takes about seven seconds. */
const MOMENTS = [100, 500, 1_000, 2_000, 3_000, 4_500, 6_000];

async function killFirstStarts(variables: () => Promise<Record<string, string>>) {
  const own = await variables();
  for (const moment of MOMENTS) {
    const host = await spawnHost(own);
    await delay(moment);
    await host.stop("SIGKILL");
  }
  const host = await spawnHost(own);
  try {
    await expect
      .poll(
        () =>
          fetch(`${host.url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 120_000, interval: 250 },
      )
      .toBe(true);
    const { client } = await signedInClient(host.url, "sales@example.com");
    const { count } = await client.from("leads").select("id", { count: "exact", head: true });
    // A demo that was added twice, or half, has another number.
    expect(count).toBe(await leadsOfUndisturbedStart());
    expect(host.output()).toContain("sales@example.com");
  } finally {
    await host.dispose();
  }
}

let undisturbed: Promise<number | null> | undefined;
function leadsOfUndisturbedStart(): Promise<number | null> {
  undisturbed ??= (async () => {
    const host = await startHostProcess();
    const { client } = await signedInClient(host.url, "sales@example.com");
    const { count } = await client.from("leads").select("id", { count: "exact", head: true });
    await host.dispose();
    return count;
  })();
  return undisturbed;
}

test("First starts that are killed at any moment leave a data directory with which the next one starts, with the whole demo", async () => {
  await killFirstStarts(async () => ({ DATA_DIR: temporaryDirectory() }));
}, 300_000);

test("The same on PostgreSQL: killed first starts leave no half of a schema and no half of a demo", async () => {
  const database = await openFaultDatabase();
  try {
    await killFirstStarts(async () => ({ DATABASE_URL: database.url, DATA_DIR: temporaryDirectory(), DEMO: "1" }));
  } finally {
    await database.close();
  }
}, 300_000);
