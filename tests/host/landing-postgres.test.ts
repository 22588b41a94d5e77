import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Records, startDnsServer } from "../support/dns-server.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { type InterruptibleProxy, startProxy } from "../support/interruptible-proxy.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";
import { rawRequest } from "../support/raw-request.ts";

// These tests move the clock or cut the connection, so they need a database that the test can reach too. The name is on
// this machine, because hosts with a public address run in production mode.
const SITE = "portal.localhost";
const records: Records = { [`A ${SITE}`]: ["198.51.100.7"] };
let server: PostgresServer | null = null;
let proxy: InterruptibleProxy;
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let host: HostProcess;
let database: pg.Client;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
beforeAll(async () => {
  server = await startPostgresServer();
  if (!server) return;
  const url = new URL(server.url);
  proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  dns = await startDnsServer(records);
  host = await startHostProcess({
    DATABASE_URL: url.href,
    RATE_LIMIT_SCALE: "0",
    DNS_SERVER: dns.address,
    SITE_URL: `http://${SITE}`,
  });
  database = new pg.Client(server.url);
  await database.connect();
  admin = await landingAdmin(host.url);
});
afterAll(async () => {
  await host?.dispose();
  await database?.end();
  await proxy?.close();
  dns?.stop();
  await server?.stop();
});

const at = (name: string, path: string, method = "GET") => rawRequest(host.url, path, { Host: name }, method);
const statusAt = async (name: string, path: string) => (await at(name, path)).status;

/** A page on its own live domain. */
async function begin(name: string) {
  const domain = `${name}.example.com`;
  const page = await admin.make(name, { content: "<p>first words</p>" });
  const id = await admin.addDomain(page, domain);
  const { data } = await admin.client.from("landing_domains").select("token").eq("id", id).single();
  const proof = { name: `_upfunnel.${domain}`, value: `upfunnel-verify=${data?.token}` };
  records[`TXT ${proof.name}`] = [proof.value];
  records[`A ${domain}`] = ["198.51.100.7"];
  expect(await admin.checkDomain(id)).toMatchObject({ state: "live" });
  return { domain, page, id, proof };
}

describe("While the connection to the database is cut", () => {
  test("a page soon fails to load for everybody, and later shows its current state", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const { domain, page } = await begin("cut");
    await admin.save(page, 1, { content: "<p>words of a draft</p>" });
    const link = `/landing/cut?preview=${await admin.preview(page)}`;
    expect((await at(SITE, link)).body).toContain("words of a draft");
    for (const [name, path] of [
      [SITE, "/landing/cut"],
      [domain, "/"],
    ] as const)
      expect((await at(name, path)).body).toContain("first words");
    await proxy.interrupt();
    try {
      // Cached pages may still be sent for a second, because they were right then. Nothing else may.
      const seen = new Set<string>();
      await eventually(
        async () => {
          const { status, body } = await at(SITE, "/landing/cut");
          seen.add(`${status} ${/<(?:p|h1)>(first words|words of a draft|Failed to load page)</.exec(body)?.[1]}`);
          return status;
        },
        (status) => status === 503,
      );
      expect([...seen].filter((each) => each !== "200 first words")).toEqual(["503 Failed to load page"]);
      await database.query("update public.landing_pages set status = 'draft' where slug = 'cut'");
      for (const [name, path] of [
        [SITE, "/landing/cut"],
        [SITE, "/landing/never-seen"],
        [SITE, link],
        [domain, "/"],
      ] as const) {
        const { status, body, headers } = await at(name, path);
        expect([path, status, headers["cache-control"], headers["retry-after"]]).toEqual([path, 503, "no-store", "5"]);
        expect(body).toContain("<h1>Failed to load page</h1>");
        expect(body).not.toMatch(/first words|words of a draft/);
      }
    } finally {
      await proxy.resume();
    }
    // A page that was unpublished in the meantime is no longer shown.
    const after = await eventually(
      () => at(SITE, "/landing/cut"),
      ({ status }) => status !== 503,
      15_000,
    );
    expect(after.status).toBe(404);
    expect(await statusAt(SITE, "/landing/northside-dental-aligners")).toBe(200);
  }, 60_000);
});

describe("A live domain", () => {
  const runTonight = () =>
    database.query("update private.scheduled_jobs set next_run_at = now() where name = 'recheck landing domains'");
  const stateOf = async (id: string) =>
    (await database.query("select state, problem, missing_since from public.landing_domains where id = $1", [id]))
      .rows[0];

  test("fails and names its record after the nightly check missed it for three days", async (context) => {
    if (!server) return context.skip("no PostgreSQL on this machine");
    const { domain, id, proof } = await begin("nightly");
    const problem = expect.stringContaining(`No TXT record ${proof.name} with the value “${proof.value}”`);
    records[`TXT ${proof.name}`] = [];
    await runTonight();
    const first = await eventually(
      () => stateOf(id),
      (row) => row.missing_since !== null,
      15_000,
    );
    expect(first).toMatchObject({ state: "live", problem });
    expect(await statusAt(domain, "/")).toBe(200);
    // Three nights later. The finished job gets another key, so that tonight's check can run again.
    await database.query(
      "update public.landing_domains set missing_since = missing_since - interval '3 days' where id = $1",
      [id],
    );
    await database.query("update private.outbox set dedupe_key = dedupe_key || ':then' where kind = 'check_domain'");
    await runTonight();
    const last = await eventually(
      () => stateOf(id),
      (row) => row.state === "failed",
      15_000,
    );
    expect(last).toMatchObject({ state: "failed", problem });
    const gone = await eventually(
      () => at(domain, "/"),
      ({ status }) => status === 404,
    );
    expect(gone.body).toContain("Page not found or not published");
    const { data } = await admin.client.from("landing_pages").select("custom_domain").eq("slug", "nightly").single();
    expect(data?.custom_domain).toBeNull();
    const mails = await database.query(
      "select payload #>> '{data,problem}' as problem, payload ->> 'template' as name from private.outbox where payload ->> 'template' like 'landing-domain-%' order by created_at",
    );
    expect(mails.rows).toEqual([
      { name: "landing-domain-missing", problem },
      { name: "landing-domain-stopped", problem },
    ]);
  }, 60_000);
});

test("A preview link shows the draft until it expires, and then nothing", async (context) => {
  if (!server) return context.skip("no PostgreSQL on this machine");
  const id = await admin.make("for-an-hour", { content: "<p>words of a draft</p>" }, false);
  const link = `/landing/for-an-hour?preview=${await admin.preview(id, 1)}`;
  const after = (minutes: number) =>
    database.query(
      "update public.landing_previews set expires_at = created_at + interval '1 hour' - $2::int * interval '1 minute' where page_id = $1",
      [id, minutes],
    );
  await after(59);
  expect((await at(SITE, link)).body).toContain("words of a draft");
  await after(61);
  const over = await at(SITE, link);
  expect([over.status, over.headers["cache-control"]]).toEqual([404, "no-store"]);
  expect(over.body).toContain("Page not found or not published");
  expect(over.body).not.toContain("words of a draft");
  expect(await statusAt(SITE, "/landing/for-an-hour")).toBe(404);
});
