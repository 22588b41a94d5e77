import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProtocol, post, type TestProtocol } from "../support/protocol.ts";

let protocol: TestProtocol;
beforeAll(async () => {
  protocol = await openProtocol();
});
afterAll(() => protocol.close());

const contact = { first_name: "A", last_name: "B", email: "a@example.com", goals: "more calls" };

describe("the table API", () => {
  test("is closed without a key", async () => {
    expect((await protocol.send("/rest/v1/landing_pages", { headers: { apikey: "" } })).status).toBe(401);
    expect(
      (await protocol.send("/rest/v1/landing_pages", { headers: { apikey: "sb_publishable_another" } })).status,
    ).toBe(401);
  });

  test.each([
    ["broken JSON", post("{bro"), 400, "PGRST102"],
    [
      "HTML instead of data",
      { method: "POST", body: "<p>", headers: { "Content-Type": "text/html" } },
      415,
      "PGRST102",
    ],
    ["a hundred kilobytes", post(JSON.stringify({ ...contact, goals: "x".repeat(100 * 1024) })), 413, "PGRST102"],
    ["a field longer than its rule", post({ ...contact, goals: "x".repeat(50_000) }), 400, "23514"],
    ["a missing field", post({ email: "a@example.com" }), 400, "23502"],
    ["an unknown field", post({ ...contact, is_admin: true }), 400, "PGRST204"],
  ])("%s gets a clear error", async (_name, init, status, code) => {
    const answer = await protocol.send("/rest/v1/contacts", init as RequestInit);
    const body = (await answer.json()) as { code: string; message: string };
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(body.message).toBeTruthy();
  });

  test("an unknown table and an unknown procedure are 404", async () => {
    expect((await protocol.send("/rest/v1/nothing")).status).toBe(404);
    expect((await protocol.send("/rest/v1/rpc/nothing", post({}))).status).toBe(404);
  });

  test("an unknown method is 405", async () => {
    expect((await protocol.send("/rest/v1/contacts", { method: "PROPFIND" })).status).toBe(405);
  });

  test("never shows a query plan", async () => {
    const answer = await protocol.send("/rest/v1/landing_pages", {
      headers: { Accept: 'application/vnd.pgrst.plan+json; for="application/json"; options=analyze' },
    });
    expect(answer.status).toBe(406);
  });

  test("filters that look like SQL find nothing and break nothing", async () => {
    for (const attack of [
      "slug=eq.x' or '1'='1",
      "slug=eq.x;drop table contacts",
      "select=*,(select+1)",
      "order=slug;select+1",
      "or=(slug.eq.a,status.eq.draft))",
    ]) {
      const answer = await protocol.send(`/rest/v1/landing_pages?${attack}`);
      expect(answer.status, attack).toBeLessThan(500);
      if (answer.ok) expect(await answer.json(), attack).toEqual([]);
    }
    expect((await protocol.send("/rest/v1/contacts", post(contact, { Prefer: "return=minimal" }))).status).toBe(201);
  });

  test("hides the private schema and the library's own", async () => {
    for (const schema of ["private", "auth", "storage", "pg_catalog"])
      expect((await protocol.send("/rest/v1/users", { headers: { "Accept-Profile": schema } })).status).toBe(406);
  });

  test("refuses the scheduler's calls to visitors", async () => {
    for (const [name, body] of [
      ["claim_outbox", { p_worker: "me" }],
      ["run_scheduled_jobs", {}],
      ["set_admin_setup_email", { p_email: "me@example.com" }],
      ["list_outbox_messages", { p_limit: 10 }],
      ["hit_rate_limit", { p_key: "x", p_limit: 1, p_window_seconds: 1 }],
    ] as const) {
      const answer = await protocol.send(`/rest/v1/rpc/${name}`, post(body));
      expect([answer.status, ((await answer.json()) as { code: string }).code], name).toEqual([401, "42501"]);
    }
  });
});

describe("the auth API", () => {
  test.each([
    ["broken JSON", post("{bro"), 400, "bad_json"],
    ["a list instead of an object", post([]), 400, "bad_json"],
    [
      "another media type",
      { method: "POST", body: "a=b", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
      415,
      "unsupported_media_type",
    ],
    ["twenty kilobytes", post({ email: "x".repeat(20_000) }), 413, "request_too_large"],
    ["no email", post({ password: "a-Fair-password-7" }), 422, undefined],
    ["an invalid email", post({ email: "nobody", password: "a-Fair-password-7" }), 400, "validation_failed"],
    ["an email that is an object", post({ email: { a: 1 }, password: "a-Fair-password-7" }), undefined, undefined],
  ])("%s at sign-up gets a clear error", async (_name, init, status, code) => {
    const answer = await protocol.send("/auth/v1/signup", init as RequestInit);
    const body = (await answer.json()) as { code: number; error_code: string; msg: string };
    if (status) expect(answer.status).toBe(status);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    if (code) expect(body.error_code).toBe(code);
    expect(body.msg).toBeTruthy();
  });

  test("an unknown grant and a wrong method are refused", async () => {
    expect((await protocol.send("/auth/v1/token?grant_type=id_token", post({}))).status).toBe(400);
    const wrong = await protocol.send("/auth/v1/token");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("sign-in with numbers and objects instead of texts is refused", async () => {
    for (const body of [
      { email: 1, password: 2 },
      { email: ["a@example.com"], password: "x" },
      { email: "a@example.com" },
      {},
    ])
      expect((await protocol.send("/auth/v1/token?grant_type=password", post(body))).status).toBe(400);
  });
});

test("the studio and the library's system pages do not exist", async () => {
  for (const path of ["/_system/config", "/_system/introspect", "/studio"])
    expect((await protocol.send(path)).status).toBe(404);
});
