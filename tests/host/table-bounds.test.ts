import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { openProtocol, post, SITE, type TestProtocol } from "../support/protocol.ts";

// The limits of one table API request, for visitors and for signed-in people.
const PASSWORD = "a-Fair-password-7";
let protocol: TestProtocol;
let token: string;
let admin: string;

async function signIn(email: string): Promise<string> {
  const client = protocol.client();
  await client.auth.signUp({ email, password: PASSWORD, options: { data: { account_type: "client" } } });
  const [mail] = await protocol.mails(email);
  await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return data.session.access_token;
}

beforeAll(async () => {
  protocol = await openProtocol();
  token = await signIn("person@example.com");
  admin = await signIn("boss@example.com");
  await query(
    protocol.connection,
    "update public.user_roles set role = 'admin', status = 'active' where user_id::text in (select id::text from auth.users where email = $1)",
    ["boss@example.com"],
  );
});
afterAll(() => protocol.close());

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(",");
const ask = async (parameters: Record<string, string>, as?: string) => {
  const headers = new Headers(as ? { Authorization: `Bearer ${as}` } : {});
  return protocol.send(`/rest/v1/landing_pages?${new URLSearchParams(parameters)}`, { headers });
};

describe("a request over the limits is refused with a reason", () => {
  test.each([
    ["1,300 aliases of one column", { select: times(700, (at) => `a${at}:slug`) }],
    ["550 negated text searches", { and: `(${times(550, () => "title.not.fts.a")})` }],
    ["a very long list", { slug: `in.(${times(2_000, String)})` }],
    ["many filters", Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`c${at}`, "eq.1"]))],
    ["deep conditions", { and: `${"(and".repeat(12)}(slug.eq.a)${")".repeat(12)}` }],
    ["patterns full of wildcards", { title: `like.${"%a".repeat(20)}` }],
    ["four levels of embedded tables", { select: "a(b(c(d(id))))" }],
    ["a regular expression", { content: "match.(.{30,})\\1" }],
    ["a regular expression inside", { or: "(title.eq.a,content.not.imatch.x)" }],
    ["a limit for a table that is not embedded", { select: "slug", "leads.limit": "1" }],
  ])("%s", async (_name, parameters) => {
    for (const as of [undefined, token]) {
      const answer = await ask(parameters as Record<string, string>, as);
      const { code, message } = (await answer.json()) as { code: string; message: string };
      expect([answer.status, code]).toEqual([400, "PGRST100"]);
      expect(message).toBeTruthy();
    }
  });

  test("a duplicate name is refused, because the library would drop one", async () => {
    for (const search of [
      "or=(slug.eq.a)&or=(slug.eq.b)",
      "slug=neq.a&slug=neq.b",
      "select=slug&%73elect=id",
      "limit=1&limit=2",
    ])
      expect((await protocol.send(`/rest/v1/landing_pages?${search}`)).status, search).toBe(400);
    expect((await protocol.send("/rest/v1/landing_pages?slug=gt.a&slug=lt.b")).status).toBe(200);
  });
});

test("only signed-in people may use text search", async () => {
  expect((await ask({ title: "plfts.growth" })).status).toBe(400);
  expect((await ask({ title: "plfts.growth" }, token)).status).toBe(200);
});

test("the screens' own queries are allowed", async () => {
  const ids = times(200, () => "00000000-0000-4000-8000-000000000000");
  for (const parameters of [
    { select: "*", id: `in.(${ids})` },
    { select: "id,slug,title,n:title", order: "created_at.desc,id.asc", limit: "50", offset: "0" },
    { or: '(title.ilike."*a, b*",title.ilike."*say \\"hi\\"*")' },
  ] as Record<string, string>[])
    expect((await ask(parameters, token)).status, JSON.stringify(parameters).slice(0, 80)).toBe(200);
});

describe("bodies", () => {
  const send = (path: string, size: number, as?: string) =>
    protocol.send(`/rest/v1/${path}`, post({ goals: "x".repeat(size) }, as ? { Authorization: `Bearer ${as}` } : {}));

  test("may have 64 kB for a visitor, 1 MB for a person, and 8 MB for an admin's drafts", async () => {
    expect((await send("contacts", 65 * 1024)).status).toBe(413);
    expect((await send("leads", 65 * 1024, token)).status).not.toBe(413);
    expect((await send("leads", 1100 * 1024, token)).status).toBe(413);
    expect((await send("rpc/save_landing_draft", 1100 * 1024)).status).toBe(413);
    expect((await send("rpc/save_landing_draft", 1100 * 1024, token)).status).toBe(413);
    expect((await send("rpc/save_landing_draft", 1100 * 1024, `${token}x`)).status).toBe(413);
    expect((await send("rpc/save_landing_draft", 1100 * 1024, admin)).status).not.toBe(413);
    await query(
      protocol.connection,
      "delete from auth.sessions where user_id::text in (select id::text from auth.users where email = $1)",
      ["boss@example.com"],
    );
    expect((await send("rpc/save_landing_draft", 1100 * 1024, admin)).status).toBe(413);
  });

  test("with a duplicate field are refused", async () => {
    const answer = await protocol.send(
      "/rest/v1/contacts",
      post('{"email": "a@example.com", "\\u0065mail": "b@example.com"}'),
    );
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "PGRST102"]);
  });
});

test("visitors are counted by address, people by account, and both learn when to retry", async () => {
  const limited = await openProtocol({ rateLimitScale: 1 / 100 });
  const read = (address: string) => limited.send("/rest/v1/landing_pages?limit=1", {}, address);
  for (let count = 0; count < 6; count++) expect((await read("2001:db8::1")).status).toBe(200);
  const refused = await read("2001:db8::ffff");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await read("2001:db8:0:1::1")).status).toBe(200);
  await limited.close();
});
