import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../../server/backend/seed-demo.ts";
import { query } from "../../server/database/query.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol, SITE, type TestProtocol } from "../support/protocol.ts";
import { DEMO_PASSWORD } from "../support/session.ts";

// The header x-account names the account that a request works in. Tables and functions follow it on every backend.

const SLUGS = ["agency", "northside-dental", "ember-coaching"] as const;
type Slug = (typeof SLUGS)[number];

let server: PostgresServer | null = null;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server?.stop());

describe.each(["the embedded database", "PostgreSQL"])("The account of a request on %s", (name) => {
  let opened: TestProtocol | undefined;
  const tokens = new Map<string, string>();
  const leadsOf = new Map<string, string[]>();
  beforeAll(async () => {
    if (name === "PostgreSQL" && !server) return;
    opened = await openProtocol(name === "PostgreSQL" && server ? { url: server.url } : {});
    await seedDemo(opened.connection);
    const people = ["admin", "sales", "sales2", "client", "client2", "newclient"].map((one) => `${one}@example.com`);
    for (const email of [...people, "nora@northside.example", "sam@northside.example"])
      tokens.set(email, await signIn(email));
    for (const { slug, ids } of await query<{ slug: string; ids: string[] }>(
      opened.connection,
      `select account.slug, array_agg(lead.id::text order by lead.id) as ids
       from public.accounts as account join public.leads as lead on lead.account_id = account.id group by 1`,
    ))
      leadsOf.set(slug, ids);
  });
  afterAll(() => opened?.close());
  const protocol = () => {
    if (!opened) throw new Error("This machine has no PostgreSQL");
    return opened;
  };

  async function signIn(email: string): Promise<string> {
    const { data, error } = await protocol().client().auth.signInWithPassword({ email, password: DEMO_PASSWORD });
    if (error) throw error;
    return data.session.access_token;
  }

  function call(email: string, slug: string | null, path: string, body?: object) {
    const headers: Record<string, string> = {
      apikey: protocol().keys.publishableKey,
      authorization: `Bearer ${tokens.get(email)}`,
      ...(slug !== null && { "x-account": slug }),
      ...(body && { "content-type": "application/json" }),
    };
    const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
    return protocol().answer(new Request(SITE + path, init), "192.0.2.1");
  }

  /** The accounts whose leads a read of the table returns. */
  async function seen(email: string, slug: string | null): Promise<Slug[]> {
    const rows = (await (await call(email, slug, "/rest/v1/leads?select=id")).json()) as { id: string }[];
    const ids = new Set(rows.map(({ id }) => id));
    return SLUGS.filter((one) => leadsOf.get(one)?.some((id) => ids.has(id)));
  }

  test.each([
    ["admin@example.com", null, ["agency"]],
    ["admin@example.com", "northside-dental", ["northside-dental"]],
    ["admin@example.com", "ember-coaching", ["ember-coaching"]],
    ["sales@example.com", null, ["agency"]],
    ["sales@example.com", "northside-dental", []],
    ["sales2@example.com", "ember-coaching", []],
    ["client@example.com", null, []],
    ["client@example.com", "agency", []],
    ["client@example.com", "northside-dental", ["northside-dental"]],
    ["client@example.com", "ember-coaching", []],
    ["nora@northside.example", "northside-dental", ["northside-dental"]],
    ["sam@northside.example", "northside-dental", []],
    ["client2@example.com", "ember-coaching", ["ember-coaching"]],
    ["newclient@example.com", "northside-dental", []],
  ] as const)("%s in %s sees the leads of %j only", async (email, slug, expected) => {
    if (!opened) return;
    expect(await seen(email, slug)).toEqual(expected);
  });

  test("a rep who is lent to an account sees the unowned leads there, and their own", async ({ skip }) => {
    if (!opened) return skip();
    const rows = (await (
      await call("sales2@example.com", "northside-dental", "/rest/v1/leads?select=id,user_id")
    ).json()) as { user_id: string | null }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ user_id }) => user_id === null)).toBe(true);
  });

  test.each([
    "",
    "../agency",
    "northside-dental ",
    "NORTHSIDE-DENTAL",
    "' or true --",
    "%6eorthside-dental",
    "a".repeat(400),
  ])("the header %j opens nothing", async (slug) => {
    if (!opened) return;
    const response = await call("client@example.com", slug, "/rest/v1/leads?select=id");
    // HTTP removes spaces around a value.
    const known = slug.trim() === "northside-dental";
    if (response.ok) expect(((await response.json()) as object[]).length > 0).toBe(known);
  });

  test("functions follow the header, and refuse people of other accounts", async ({ skip }) => {
    if (!opened) return skip();
    const state = async (email: string, slug: string | null) => {
      const response = await call(email, slug, "/rest/v1/rpc/workspace_state", {});
      return (await response.json()) as { slug?: string; role?: string; may_write?: boolean; hint?: string };
    };
    expect(await state("client@example.com", "northside-dental")).toMatchObject({ role: "owner", may_write: true });
    expect(await state("client2@example.com", "ember-coaching")).toMatchObject({ role: "owner", may_write: false });
    expect(await state("sales2@example.com", "northside-dental")).toMatchObject({ role: "lent", may_write: true });
    expect(await state("sales@example.com", null)).toMatchObject({ slug: "agency", role: "staff" });
    for (const [email, slug] of [
      ["client@example.com", "ember-coaching"],
      ["client@example.com", null],
      ["sam@northside.example", "northside-dental"],
      ["sales@example.com", "northside-dental"],
    ] as const)
      expect((await state(email, slug)).hint, `${email} in ${slug}`).toBe("team_only");
  });

  test("a free account reads its newest 50 leads, counts all, and changes none", async ({ skip }) => {
    if (!opened) return skip();
    const { connection } = protocol();
    await query(
      connection,
      `insert into public.leads (account_id, first_name, created_at)
       select id, 'Older', now() - n * interval '1 day' from public.accounts, generate_series(100, 160) as n where slug = 'ember-coaching'`,
    );
    const rows = (await (
      await call("client2@example.com", "ember-coaching", "/rest/v1/leads?select=id")
    ).json()) as object[];
    expect(rows).toHaveLength(50);
    const count = await call("client2@example.com", "ember-coaching", "/rest/v1/rpc/count_leads_matching", {});
    const total = (leadsOf.get("ember-coaching")?.length ?? 0) + 61;
    expect(await count.json()).toMatchObject([{ leads: total }]);
    const [id] = leadsOf.get("ember-coaching") ?? [];
    const change = await call("client2@example.com", "ember-coaching", "/rest/v1/rpc/claim_lead", { p_lead_id: id });
    expect([change.status, ((await change.json()) as { hint: string }).hint]).toEqual([403, "premium_only"]);
  });

  test("a lead that is added in a workspace belongs to it, whatever the request says", async ({ skip }) => {
    if (!opened) return skip();
    const id = crypto.randomUUID();
    const lead = { first_name: "Ada", email: "ada@workspace.example" };
    await call("client@example.com", "northside-dental", "/rest/v1/rpc/create_lead", { p_id: id, p_lead: lead });
    const stored = await query<{ slug: string }>(
      protocol().connection,
      `select account.slug from public.leads as lead join public.accounts as account on account.id = lead.account_id where lead.id = '${id}'`,
    );
    expect(stored).toEqual([{ slug: "northside-dental" }]);
  });
});
