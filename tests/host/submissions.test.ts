import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFunctions } from "../../server/functions/functions.ts";
import { memoryRateLimiter } from "../../server/rate-limit/rate-limiter.ts";
import { SITE } from "../support/protocol.ts";
import { contactBody, openSubmissions } from "../support/submissions.ts";

let given: Awaited<ReturnType<typeof openSubmissions>>;
beforeAll(async () => {
  given = await openSubmissions();
});
afterAll(() => given.protocol.close());

describe("send-contact-email", () => {
  test("stores all fields of the form and the traffic data", async () => {
    const traffic = {
      utm_source: "instagram",
      utm_medium: "paid",
      utm_campaign: "spring",
      utm_term: null,
      utm_content: "b",
      referrer_url: "https://www.instagram.com/",
      landing_page: "/base",
      traffic_type: "paid_ads",
      session_id: "s-1",
    };
    const body = contactBody({ interests: ["Base Funnel", "Not sure yet"], company: "Reyes" });
    expect(await given.send("contact", { ...body, ...traffic })).toMatchObject({
      status: 200,
      reply: { success: true },
    });
    const stored = await given.one("select * from public.contacts where email = $1", [body.email]);
    expect(stored).toMatchObject({
      first_name: "Dana",
      last_name: "Reyes",
      company: "Reyes",
      ad_spend: "Less than $5,000",
      goals: "Ten calls a week",
      interests: ["Base Funnel", "Not sure yet"],
      ...traffic,
      is_spam: false,
    });
    expect(stored?.ip_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.ip_hash).not.toContain("192.0.2.9");
    expect(await given.rows("select from public.leads where id = $1", [stored?.lead_id])).toHaveLength(1);
    expect((await given.protocol.mails(body.email)).map(({ template }) => template)).toEqual(["contact-confirmation"]);
  });

  test("stores a message once if it is sent twice with one id, even at the same time", async () => {
    const body = contactBody({ submission_id: randomUUID() });
    const answers = await Promise.all([
      given.send("contact", body),
      given.send("contact", body),
      given.send("contact", body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await given.rows("select from public.contacts where email = $1", [body.email])).toHaveLength(1);
    expect(await given.protocol.mails(body.email)).toHaveLength(1);
  });

  test("creates one lead for two messages", async () => {
    const body = contactBody();
    await given.send("contact", body);
    await given.send("contact", { ...body, email: body.email.toUpperCase(), goals: "And another thing" });
    const history = await given.rows(
      "select activity.id from public.lead_activities activity join public.leads lead on lead.id = lead_id where lower(email) = $1",
      [body.email],
    );
    expect(history).toHaveLength(2);
    expect(await given.rows("select from public.leads where lower(email) = $1", [body.email])).toHaveLength(1);
  });

  test.each([
    ["the hidden field filled in", { topic: "Cheap backlinks" }],
    ["a form that is sent too fast", { elapsed_ms: 300 }],
  ])("stores and marks %s, with the usual response", async (_, trap) => {
    const body = contactBody(trap);
    expect(await given.send("contact", body)).toMatchObject({ status: 200, reply: { success: true } });
    expect(await given.one("select is_spam from public.contacts where email = $1", [body.email])).toEqual({
      is_spam: true,
    });
    expect(await given.one("select is_spam from public.leads where email = $1", [body.email])).toEqual({
      is_spam: true,
    });
    expect(await given.protocol.mails(body.email)).toEqual([]);
  });

  test.each([
    ["a form without trap fields", {}],
    ["an empty hidden field and a plausible time", { topic: "", elapsed_ms: 45_000 }],
    ["a clock that was set back in the meantime", { elapsed_ms: -60_000 }],
  ])("does not treat %s as spam", async (_, trap) => {
    const body = contactBody(trap);
    await given.send("contact", body);
    expect(await given.one("select is_spam from public.contacts where email = $1", [body.email])).toEqual({
      is_spam: false,
    });
  });

  test("names the missing required fields in the specification's words", async () => {
    const { status, reply } = await given.send("contact", { firstName: " ", email: "" });
    expect(status).toBe(400);
    expect(reply).toMatchObject({
      title: "Please fill in all required fields",
      error: "First name, last name, email, and goals are required.",
      code: "invalid_submission",
    });
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual(["email", "firstName", "goals", "lastName"]);
  });

  test.each([
    ["an invalid address", { email: "dana" }, "email"],
    ["an over-long name", { firstName: "x".repeat(101) }, "firstName"],
    ["over-long goals", { goals: "x".repeat(10_001) }, "goals"],
    ["a name that is a list", { lastName: ["a"] }, "lastName"],
    ["invalid interests", { interests: "Base Funnel" }, "interests"],
    ["too many interests", { interests: Array.from({ length: 21 }, () => "x") }, "interests"],
  ])("refuses %s and names the field", async (_, wrong, field) => {
    const { status, reply } = await given.send("contact", contactBody(wrong));
    expect(status).toBe(400);
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });

  test("never loses a message because of browser data", async () => {
    const body = contactBody({
      utm_source: "x".repeat(5_000),
      utm_term: { a: 1 },
      traffic_type: "magic",
      session_id: 7,
      referrer_url: "a\u0000b",
      submission_id: "not an id",
      goals: "With a \u0000 and half a \ud83d character",
    });
    expect((await given.send("contact", body)).status).toBe(200);
    const stored = await given.one("select * from public.contacts where email = $1", [body.email]);
    expect(String(stored?.utm_source)).toHaveLength(255);
    expect(stored).toMatchObject({ traffic_type: null, session_id: null, utm_term: null, referrer_url: "ab" });
  });

  test.each(["", "{", "[]", "null", "text"])("refuses the body %j", async (body) => {
    expect((await given.send("contact", body)).status).toBe(400);
  });

  test("refuses an oversized body", async () => {
    expect((await given.send("contact", contactBody({ goals: "x".repeat(300_000) }))).status).toBe(413);
  });

  test("answers a preflight request from another origin, and refuses other methods", async () => {
    const url = `${SITE}/functions/v1/send-contact-email`;
    const asked = await given.functions(new Request(url, { method: "OPTIONS" }), "");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect((await given.functions(new Request(url), "")).status).toBe(405);
  });

  test("is limited per address, and says when to retry", async () => {
    const limited = createFunctions(given.deps, memoryRateLimiter(1 / 30));
    expect((await given.send("contact", contactBody(), limited)).status).toBe(200);
    expect((await given.send("contact", contactBody(), limited)).status).toBe(200);
    const { status, headers } = await given.send("contact", contactBody(), limited);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("answers 503 and stores nothing when the database refuses", async () => {
    const broken = given.deps;
    const failing = { rpc: async () => ({ error: { message: "out of order" }, data: null }) };
    const run = createFunctions(
      { ...broken, service: Object.assign(Object.create(broken.service), failing) },
      memoryRateLimiter(0),
    );
    expect(await given.send("contact", contactBody(), run)).toMatchObject({
      status: 503,
      reply: { code: "not_stored" },
    });
    expect(given.logged).toContainEqual(["submission not stored", { error: "out of order" }]);
  });
});
