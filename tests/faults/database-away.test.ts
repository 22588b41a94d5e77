import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultDatabase, openFaultDatabase } from "../support/fault-database.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { type InterruptibleProxy, startProxy } from "../support/interruptible-proxy.ts";
import { signedInClient } from "../support/session.ts";

let database: FaultDatabase;
let proxy: InterruptibleProxy;
let host: HostProcess;
const ID = "6f9619ff-8b86-4011-b42d-00cf4fc964ff";

beforeAll(async () => {
  database = await openFaultDatabase();
  const url = new URL(database.url);
  proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  host = await startHostProcess({ DATABASE_URL: url.href, RATE_LIMIT_SCALE: "0" });
});
afterAll(async () => {
  await host?.dispose();
  await proxy?.close();
  await database?.close();
});

const CALLS: [method: string, path: string, body?: object][] = [
  ["GET", "/rest/v1/profiles?select=user_id"],
  ["POST", "/rest/v1/rpc/client_balance", {}],
  ["POST", "/rest/v1/change_requests", { business_name: "Reyes", message: "Hello" }],
  ["PATCH", `/rest/v1/profiles?user_id=eq.${ID}`, { first_name: "Dana" }],
  ["GET", "/auth/v1/user"],
  ["PUT", "/auth/v1/user", { data: { theme: "dark" } }],
  ["POST", "/auth/v1/logout"],
  ...[
    "check-dashboard",
    "check-landing-domain",
    "check-subscription",
    "create-invoice-payment",
    "create-subscription",
  ].map((name): [string, string, object] => [
    "POST",
    `/functions/v1/${name}`,
    { invoiceId: ID, dashboardId: ID, domainId: ID },
  ]),
  ...["customer-portal", "export-leads", "invoice-pdf", "verify-payment"].map((name): [string, string, object] => [
    "POST",
    `/functions/v1/${name}`,
    { invoiceId: ID, sessionId: "cs_test_1" },
  ]),
  [
    "POST",
    "/functions/v1/send-contact-email",
    { firstName: "Dana", lastName: "Reyes", email: "d@example.com", goals: "Calls" },
  ],
  ["GET", "/readyz"],
];

test("While PostgreSQL is away, every signed-in call gets 503 with Retry-After, and works again afterward", async () => {
  const { session } = await signedInClient(host.url, "client@example.com");
  const fresh = await signedInClient(host.url, "client2@example.com");
  const { supabasePublishableKey: apikey } = (await (await fetch(`${host.url}/config.json`)).json()) as {
    supabasePublishableKey: string;
  };
  const call = async (token: string, [method, path, body]: (typeof CALLS)[number]) => {
    const headers = { apikey, Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    return {
      call: `${method} ${path}`,
      status: response.status,
      retries: Number(response.headers.get("retry-after")) > 0,
    };
  };
  // The first session is known to the host, the second one is not.
  await call(session.access_token, ["GET", "/auth/v1/user"]);
  await proxy.interrupt();
  for (const token of [session.access_token, fresh.session.access_token])
    for (const each of CALLS)
      expect(await call(token, each)).toEqual({ call: `${each[0]} ${each[1]}`, status: 503, retries: true });
  await proxy.resume();
  await expect.poll(async () => (await call(session.access_token, ["GET", "/auth/v1/user"])).status).toBe(200);
});

test("Under load, a database that is gone for 20 seconds loses and doubles no acknowledged row, and the host recovers by itself", async () => {
  const accepted: number[] = [];
  const refused: string[] = [];
  let running = true;
  let next = 0;
  const { supabasePublishableKey } = (await (await fetch(`${host.url}/config.json`)).json()) as {
    supabasePublishableKey: string;
  };
  const visitor = createClient(host.url, supabasePublishableKey, { auth: { persistSession: false } });
  const load = Array.from({ length: 6 }, async () => {
    while (running) {
      const n = next++;
      const { error, status } = await visitor
        .from("contacts")
        .insert({ first_name: "Load", last_name: String(n), email: `load-${n}@example.com`, goals: "calls" });
      if (error === null) accepted.push(n);
      else refused.push(`${status} ${error.code}`);
    }
  });
  const untilAccepted = (count: number) =>
    expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(count);
  await untilAccepted(50);
  await proxy.interrupt();
  const before = refused.length;
  await delay(20_000);
  expect(refused.length).toBeGreaterThan(before + 100);
  await proxy.resume();
  await untilAccepted(accepted.length + 50);
  running = false;
  await Promise.all(load);
  expect([...new Set(refused)]).toEqual(["503 PGRST001"]);
  const rows = await database.sql<{ last_name: string }>(
    "select last_name from public.contacts where first_name = 'Load'",
  );
  const stored = rows.map(({ last_name }) => Number(last_name));
  expect(new Set(stored).size).toBe(stored.length);
  expect(accepted.filter((n) => !stored.includes(n))).toEqual([]);
}, 120_000);

test("A host without its database still stops", async () => {
  await proxy.interrupt();
  expect(await host.stop("SIGTERM")).toBe(0);
  await proxy.resume();
});
