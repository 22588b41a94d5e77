import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

const TOKEN = "a-token-for-the-monitoring-server";
let host: HostProcess;
let guarded: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), SLOW_STATEMENT_MS: "0.001" });
  guarded = await startHostProcess({ DATA_DIR: await seededDataDirectory(), METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  await host?.dispose();
  await guarded?.dispose();
});

type Line = { msg?: string; id?: string; role?: string; statement?: string; plan?: string };
const lines = (from: HostProcess): Line[] =>
  from
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));

describe("/metrics", () => {
  test("shows latencies by route, connections, the outbox, clocks, payments, the event loop, memory and the disk", async () => {
    const { client } = await signedInClient(host.url, "sales@example.com");
    const text = async () => (await fetch(`${host.url}/metrics`)).text();
    await expect
      .poll(async () => {
        await client.from("leads").select("id").limit(1);
        return text();
      })
      .toMatch(/^upfunnel_request_seconds_count\{route="rest\/leads",method="GET",status="2xx"\} \d+$/m);
    const shown = await text();
    for (const line of [
      /^upfunnel_request_seconds_bucket\{le="0\.1",route="rest\/leads",method="GET",status="2xx"\} \d+$/m,
      /^upfunnel_database_connections\{state="idle"\} \d+$/m,
      /^upfunnel_database_connections\{state="waiting"\} \d+$/m,
      /^upfunnel_outbox_due \d+$/m,
      /^upfunnel_outbox_age_seconds [\d.]+$/m,
      /^upfunnel_clocks_breached [1-9]\d*$/m,
      /^upfunnel_payment_mismatches \d+$/m,
      /^upfunnel_disk_free_bytes \d+$/m,
      /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
      /^process_resident_memory_bytes \d+$/m,
    ])
      expect(shown).toMatch(line);
  });

  test("is only for this machine, not for a proxy on it", async () => {
    for (const header of ["X-Forwarded-For", "Via", "CF-Connecting-IP"])
      expect((await fetch(`${host.url}/metrics`, { headers: { [header]: "203.0.113.7" } })).status).toBe(404);
    expect((await rawRequest(host.url, "/metrics", { Host: "portal.example" })).status).toBe(404);
  });

  test("is for whoever has the token, if there is one, and for nobody else", async () => {
    const ask = (headers: Record<string, string>) => fetch(`${guarded.url}/metrics`, { headers });
    expect((await ask({})).status).toBe(404);
    expect((await ask({ Authorization: "Bearer wrong" })).status).toBe(404);
    const right = await ask({ Authorization: `Bearer ${TOKEN}`, "X-Forwarded-For": "203.0.113.7" });
    expect(right.status).toBe(200);
    expect(await right.text()).toContain("upfunnel_outbox_due");
  });
});

/** Asks for a lead by a name that must not be in the log, and returns the line about the statement of such a request. */
async function slowRead(of: HostProcess): Promise<Line | undefined> {
  const { session } = await signedInClient(of.url, "sales@example.com");
  const { supabasePublishableKey } = (await (await fetch(`${of.url}/config.json`)).json()) as {
    supabasePublishableKey: string;
  };
  const headers = { apikey: supabasePublishableKey, Authorization: `Bearer ${session?.access_token}` };
  const asked = new Set<string | null>();
  let found: Line | undefined;
  // The demo itself makes slow statements, and there is a plan only every few seconds.
  await expect
    .poll(
      async () => {
        const column = ["email", "company", "phone", "source"][asked.size % 4];
        const path = `/rest/v1/leads?select=id,last_name,${column}&last_name=eq.Secretname&limit=${1 + (asked.size % 9)}`;
        asked.add((await fetch(of.url + path, { headers })).headers.get("x-request-id"));
        found = lines(of).find(({ msg, id, plan }) => msg === "slow statement" && plan && asked.has(id ?? ""));
        return found?.plan;
      },
      { timeout: 40_000, interval: 500 },
    )
    .toMatch(/Scan/);
  return found;
}

describe("A slow statement", () => {
  test("is logged with its request's id, role and plan, and without any value", async () => {
    const line = await slowRead(host);
    expect(line).toMatchObject({ role: "authenticated" });
    expect(line?.statement).toContain("leads");
    expect(host.output()).not.toContain("Secretname");
  });

  test("is logged the same way on PostgreSQL", async (context) => {
    const server = await startPostgresServer();
    if (!server) return context.skip("no PostgreSQL on this machine");
    const own = await startHostProcess({ DATABASE_URL: server.url, SLOW_STATEMENT_MS: "0.001" });
    try {
      expect(await slowRead(own)).toMatchObject({ role: "authenticated" });
      expect(own.output()).not.toContain("Secretname");
    } finally {
      await own.dispose();
      await server.stop();
    }
  });
});
