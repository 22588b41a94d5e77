import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../../server/backend/seed-demo.ts";
import { query } from "../../server/database/query.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol, SITE, type TestProtocol } from "../support/protocol.ts";
import { DEMO_PASSWORD } from "../support/session.ts";

// Repeated reads skip the library. The library's own answers are the oracle.

type Table = { name: string; columns: string[]; key: string[] };

const TABLES = `
  select class.relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
     where attrelid = class.oid and attnum > 0 and not attisdropped) as columns,
    (select array_agg(attname::text) from pg_attribute
     join pg_index on indrelid = attrelid and indisprimary and attnum = any(indkey) where attrelid = class.oid) as key
  from pg_class as class where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by 1`;

let server: PostgresServer | null = null;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server?.stop());

describe.each(["the embedded database", "PostgreSQL"])("Repeated reads on %s", (name) => {
  let opened: TestProtocol | undefined;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    if (name === "PostgreSQL" && !server) return;
    opened = await openProtocol(name === "PostgreSQL" && server ? { url: server.url } : {});
    await seedDemo(opened.connection);
    for (const person of ["admin", "sales", "sales2", "client", "client2"]) tokens.set(person, await signIn(person));
  });
  afterAll(() => opened?.close());
  const protocol = () => {
    if (!opened) throw new Error("This machine has no PostgreSQL");
    return opened;
  };

  async function signIn(person: string): Promise<string> {
    const credentials = { email: `${person}@example.com`, password: DEMO_PASSWORD };
    const { data, error } = await protocol().client().auth.signInWithPassword(credentials);
    if (error) throw error;
    return data.session.access_token;
  }

  const headersOf = (person: string, more: Record<string, string> = {}): Record<string, string> => ({
    apikey: protocol().keys.publishableKey,
    authorization: `Bearer ${tokens.get(person)}`,
    ...more,
  });
  const usual = (path: string, headers: Record<string, string>) =>
    protocol().answer(new Request(SITE + path, { headers }), "192.0.2.1");
  const lane = (path: string, headers: Record<string, string>) =>
    protocol().read({ address: SITE + path, header: (header) => headers[header] });
  const textOf = (ready: Awaited<ReturnType<typeof lane>>) => ready?.body;

  test("answer exactly as the library does, for every table and generated reads", async ({ skip }) => {
    if (!opened) return skip();
    const tables = await query<Table>(protocol().connection, TABLES);
    const reads = fc.constantFrom(...tables.filter(({ key }) => key)).chain(({ name: table, columns, key }) =>
      fc.record({
        table: fc.constant(table),
        person: fc.constantFrom(...tokens.keys()),
        select: fc.oneof(fc.constant("*"), fc.subarray(columns, { minLength: 1 }).map(String)),
        order: fc.constantFrom(...columns).map((column) => [...new Set([column, ...key])].join(",")),
        filter: fc.option(
          fc
            .tuple(fc.constantFrom(...columns), fc.constantFrom("is.null", "not.is.null"))
            .map((pair) => pair.join("=")),
        ),
        limit: fc.option(fc.nat(30)),
        offset: fc.option(fc.nat(5)),
      }),
    );
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(reads, async ({ table, person, select, order, filter, limit, offset }) => {
        const parts = [
          `select=${select}`,
          `order=${order}`,
          filter,
          limit && `limit=${limit}`,
          offset && `offset=${offset}`,
        ];
        const path = `/rest/v1/${table}?${parts.filter(Boolean).join("&")}`;
        const headers = headersOf(person);
        const expected = await usual(path, headers);
        const ready = await lane(path, headers);
        if (!ready) return;
        answered += 1;
        expect(ready.body).toBe(await expected.text());
        const { "content-length": length, ...others } = Object.fromEntries(ready.headers);
        expect(length).toBe(String(Buffer.byteLength(ready.body)));
        expect(others).toEqual(
          Object.fromEntries([...expected.headers].filter(([header]) => header !== "content-length")),
        );
      }),
      { numRuns: 600 },
    );
    expect(answered).toBeGreaterThan(50);
  });

  test("return to each person only what that person may see", async ({ skip }) => {
    if (!opened) return skip();
    for (const table of ["invoices", "leads", "profiles", "client_dashboards"]) {
      const path = `/rest/v1/${table}?select=*&order=id`;
      const seen = new Map<string, string | undefined>();
      await usual(path, headersOf("admin"));
      for (const person of tokens.keys()) {
        const headers = headersOf(person);
        const text = textOf(await lane(path, headers));
        expect(text ?? "not learned", `${person} reads ${table}`).toBe(
          text === undefined ? "not learned" : await (await usual(path, headers)).text(),
        );
        seen.set(person, text);
      }
      if (table === "invoices") expect(seen.get("client")).not.toBe(seen.get("client2"));
    }
  });

  test("take the usual way when anything about the request differs", async ({ skip }) => {
    if (!opened) return skip();
    const path = "/rest/v1/leads?select=id&order=id&limit=3";
    const headers = headersOf("sales");
    await usual(path, headers);
    expect(textOf(await lane(path, headers))).toContain("id");
    const differs: [string, Record<string, string>][] = [
      [path, { ...headers, "x-account": "northside-dental" }],
      [path, { ...headers, prefer: "count=exact" }],
      [path, { ...headers, range: "0-1" }],
      [path, { ...headers, accept: "application/vnd.pgrst.object+json" }],
      [path, { ...headers, accept: "text/csv" }],
      [path, { ...headers, "accept-profile": "auth" }],
      [path, { ...headers, apikey: "sb_publishable_another" }],
      [path, { ...headers, apikey: protocol().keys.secretKey }],
      [path, { apikey: headers.apikey ?? "" }],
      [path, { ...headers, authorization: `Bearer ${protocol().keys.publishableKey}` }],
      [path, { ...headers, authorization: `${headers.authorization}x` }],
      [path, { ...headers, authorization: headers.authorization?.toLowerCase() ?? "" }],
      [path.replace("limit=3", "limit=4"), headers],
      [path.replace("?", "??"), headers],
      [path.replace("leads", "Leads"), headers],
    ];
    for (const [address, given] of differs) expect(await lane(address, given)).toBeUndefined();
  });

  test("are never learned from embedded tables, aliases, casts, procedures, visitors or empty answers", async ({
    skip,
  }) => {
    if (!opened) return skip();
    const headers = headersOf("admin");
    const paths = [
      "/rest/v1/leads?select=id,lead_activities(id)&limit=2",
      "/rest/v1/leads?select=name:first_name&limit=2",
      "/rest/v1/leads?select=id::text&limit=2",
      "/rest/v1/leads?select=count()",
      "/rest/v1/rpc/list_own_sessions",
      "/rest/v1/leads?select=id&id=is.null",
    ];
    for (const path of paths) {
      await usual(path, headers);
      expect(await lane(path, headers), path).toBeUndefined();
    }
    const visitor = { apikey: headers.apikey ?? "" };
    await usual("/rest/v1/landing_pages?select=slug", visitor);
    expect(await lane("/rest/v1/landing_pages?select=slug", visitor)).toBeUndefined();
  });

  test("refuse the token of an ended session at once", async ({ skip }) => {
    if (!opened) return skip();
    const path = "/rest/v1/leads?select=id,stage&order=id&limit=2";
    tokens.set("leaver", await signIn("sales"));
    const headers = headersOf("leaver");
    await usual(path, headers);
    expect(textOf(await lane(path, headers))).toContain("id");
    const { session_id } = JSON.parse(Buffer.from(headers.authorization?.split(".")[1] ?? "", "base64url").toString());
    await query(protocol().connection, "delete from auth.sessions where id::text = $1", [session_id]);
    expect(await lane(path, headers)).toBeUndefined();
    expect((await usual(path, headers)).status).toBe(401);
    tokens.delete("leaver");
  });

  test("follow a change of the table", async ({ skip }) => {
    if (!opened) return skip();
    const path = "/rest/v1/lost_reasons?select=*&order=id&limit=2";
    const headers = headersOf("admin");
    for (const _ of [1, 2, 3]) {
      await usual(path, headers);
      expect(await lane(path, headers)).toBeDefined();
    }
    await query(protocol().connection, "alter table public.lost_reasons add column hint text default 'new'");
    const after = await lane(path, headers);
    expect(textOf(after) ?? (await (await usual(path, headers)).text())).toContain("id");
    await query(protocol().connection, "alter table public.lost_reasons drop column hint");
    const last = await lane(path, headers);
    expect(textOf(last) ?? (await (await usual(path, headers)).text())).not.toContain("hint");
  });
});
