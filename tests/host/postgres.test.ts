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
  test("the demo's people sign in and read their own data", async (context) => {
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

  test("tabs that refresh with one token at the same moment all get the same new one", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    for (let round = 0; round < 5; round += 1) {
      const first = await client();
      const { data } = await first.auth.signInWithPassword({ email: "sales@example.com", password: "demo-password" });
      const tabs = await Promise.all(Array.from({ length: 6 }, client));
      const refreshed = await Promise.all(
        tabs.map((tab) => tab.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? "" })),
      );
      expect(refreshed.map(({ error }) => error)).toEqual(Array(6).fill(null));
      expect(new Set(refreshed.map(({ data }) => data.session?.refresh_token)).size).toBe(1);
    }
  });

  test("during a database outage requests get a clear error, nothing acknowledged is lost, and the host recovers by itself", async (context) => {
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
    // `npm run test:faults` has an outage of 20 seconds.
    await expect.poll(() => refusals).toBeGreaterThan(20);
    await proxy.resume();
    await expect.poll(async () => (await fetch(`${host.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
    await untilAccepted(accepted.length + 20);
    running = false;
    await Promise.all(load);
    // A busy machine may stop a statement at its limit, which changes nothing and is a clear error too.
    expect(refused).toContain("503 PGRST001");
    expect([...refused].filter((answer) => !["503 PGRST001", "503 57014"].includes(answer))).toEqual([]);
    expect(host.child.exitCode).toBeNull();

    const stored = await storedContacts(server.url);
    expect(accepted.filter((n) => !stored.has(n))).toEqual([]);
  }, 60_000);

  test("a second host can share the database", async (context) => {
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

test("in production, hosts on one database count requests together", async (context) => {
  if (!server) return context.skip("no PostgreSQL on this machine");
  const production = {
    NODE_ENV: "production",
    DATABASE_URL: server.url,
    JWT_SECRET: "a-signing-secret-for-tests-only-0123456789",
    PUBLISHABLE_KEY: "sb_publishable_0123456789abcdefghijkl_01234567",
    SECRET_KEY: "sb_secret_0123456789abcdefghijkl_01234567",
  };
  const hosts = await Promise.all([startHostProcess(production), startHostProcess(production)]);
  try {
    const signIn = (attempt: number) =>
      fetch(`${hosts[attempt % 2]?.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: production.PUBLISHABLE_KEY, "Content-Type": "application/json" },
        body: JSON.stringify({ email: "target@example.com", password: "wrong-password" }),
      });
    for (let attempt = 0; attempt < 20; attempt++) expect((await signIn(attempt)).status).toBe(400);
    for (const attempt of [20, 21]) {
      const refused = await signIn(attempt);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  } finally {
    await Promise.all(hosts.map((started) => started.dispose()));
  }
});

test("lists, documents, numbers and times are stored and returned as on the embedded database", async (context) => {
  if (!server) return context.skip("no PostgreSQL on this machine");
  const interests = ["Pro Funnel", 'a "quoted", one', "ünïcödé"];
  const sent = await (await client()).from("contacts").insert({ ...contact(-1), last_name: "Lists", interests });
  expect(sent.error).toBeNull();
  const admin = await client();
  await admin.auth.signInWithPassword({ email: "admin@example.com", password: "demo-password" });
  const database = new pg.Client(server.url);
  await database.connect();
  const { rows } = await database.query("select interests from public.contacts where last_name = 'Lists'");
  await database.end();
  expect(rows).toEqual([{ interests }]);
  const working = { mon: [["09:00", "17:00"]] };
  const saved = await admin
    .from("agency_settings")
    .update({ working_hours: working, holidays: ["2026-12-25"] })
    .not("agency_name", "is", null)
    .select("working_hours, holidays");
  expect(saved.error).toBeNull();
  expect(saved.data).toEqual([{ working_hours: working, holidays: ["2026-12-25"] }]);
  const { data: overview } = await admin.rpc("list_admin_overview").single();
  expect(overview).toMatchObject({ total_users: expect.any(Number), companies: expect.any(Number) });
});

async function storedContacts(url: string): Promise<Set<number>> {
  const database = new pg.Client(url);
  await database.connect();
  const { rows } = await database.query("select last_name from public.contacts where first_name = 'Load'");
  await database.end();
  return new Set(rows.map(({ last_name }) => Number(last_name)));
}
