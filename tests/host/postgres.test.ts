import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, spawnHost, startHostProcess } from "../support/host-process.ts";
import { type InterruptibleProxy, startProxy } from "../support/interruptible-proxy.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";

let server: PostgresServer | null = null;
let proxy: InterruptibleProxy;
let host: HostProcess;

beforeAll(async () => {
  server = await startPostgresServer();
  if (!server) return;
  const url = new URL(server.url);
  proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  host = await startHostProcess({ DATABASE_URL: url.href, RATE_LIMIT_SCALE: "0" });
});
afterAll(async () => {
  await host?.dispose();
  await proxy?.close();
  await server?.stop();
});

async function client() {
  const config = (await (await fetch(`${host.url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabasePublishableKey: string;
  };
  return createClient(config.supabaseUrl, config.supabasePublishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

const contact = (n: number) => ({
  first_name: "Load",
  last_name: String(n),
  email: `load-${n}@example.com`,
  goals: "calls",
});

describe("on PostgreSQL", () => {
  test("the demo's people sign in and read their own", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const sales = await client();
    const { data, error } = await sales.auth.signInWithPassword({
      email: "sales@example.com",
      password: "demo-password",
    });
    expect(error).toBeNull();
    const { data: roles } = await sales.from("user_roles").select("role, status");
    expect(roles).toEqual([{ role: "sales", status: "active" }]);
    const { data: profile } = await sales
      .from("profiles")
      .select("created_at")
      .eq("user_id", data.user?.id ?? "")
      .single();
    expect(profile?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  test("while the database is away requests are told so, nothing acknowledged is lost, and all goes on by itself", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const anonymous = await client();
    const accepted: number[] = [];
    const refused = new Set<string>();
    let refusals = 0;
    let running = true;
    let next = 0;
    const load = Array.from({ length: 6 }, async () => {
      while (running) {
        const n = next++;
        const { error, status } = await anonymous.from("contacts").insert(contact(n));
        if (error === null) accepted.push(n);
        else {
          refused.add(`${status} ${error.code}`);
          refusals += 1;
        }
      }
    });
    const untilAccepted = (count: number) =>
      expect.poll(() => accepted.length, { timeout: 20_000 }).toBeGreaterThan(count);
    await untilAccepted(20);
    await proxy.interrupt();
    await expect.poll(async () => (await fetch(`${host.url}/readyz`)).status).toBe(503);
    const auth = await anonymous.auth.signInWithPassword({ email: "sales@example.com", password: "demo-password" });
    expect(auth.error?.status).toBe(503);
    expect((await fetch(`${host.url}/`)).status).toBe(200);
    // Ten seconds are the outage that the product promises to outlive.
    await delay(10_000);
    expect(refusals).toBeGreaterThan(20);
    await proxy.resume();
    await expect.poll(async () => (await fetch(`${host.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    await untilAccepted(accepted.length + 20);
    running = false;
    await Promise.all(load);
    expect([...refused]).toEqual(["503 PGRST001"]);
    expect(host.child.exitCode).toBeNull();

    const admin = await client();
    await admin.auth.signInWithPassword({ email: "admin@example.com", password: "demo-password" });
    const stored = await storedContacts(server.url);
    expect(accepted.filter((n) => !stored.has(n))).toEqual([]);
  }, 60_000);

  test("a second host shares the database, and both answer", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const [second, third] = await Promise.all([
      spawnHost({ DATABASE_URL: server.url }),
      spawnHost({ DATABASE_URL: server.url }),
    ]);
    try {
      for (const other of [second, third])
        await expect
          .poll(
            () =>
              fetch(`${other.url}/readyz`).then(
                ({ status }) => status,
                () => 0,
              ),
            { timeout: 20_000 },
          )
          .toBe(200);
    } finally {
      await Promise.all([second.dispose(), third.dispose()]);
    }
  });
});

async function storedContacts(url: string): Promise<Set<number>> {
  const database = new pg.Client(url);
  await database.connect();
  const { rows } = await database.query("select last_name from public.contacts where first_name = 'Load'");
  await database.end();
  return new Set(rows.map(({ last_name }) => Number(last_name)));
}
