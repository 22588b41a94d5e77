import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { handler } from "../../supabase/functions/send-auth-email/handler.ts";
import { openProtocol, type TestProtocol } from "../support/protocol.ts";

// The hook against a real database. Only the mailer is a test double.
const SECRET = "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let protocol: TestProtocol;
let deps: FunctionDeps;
let sent: string[];

beforeAll(async () => {
  protocol = await openProtocol();
  deps = {
    service: protocol.service(),
    asCaller: () => protocol.client(),
    secretKey: protocol.keys.secretKey,
    siteUrl: "https://agency.example",
    authHook: { secret: SECRET, verifyUrl: "https://project.example/auth/v1/verify" },
    address: "",
    now: () => new Date(),
    mailProvider: "test",
    sendMail: async ({ to, subject, text }) => void sent.push(`${to} | ${subject} | ${text}`),
    renderMail: async (template, data) => ({ subject: template, text: JSON.stringify(data), html: "" }),
    probePage: async () => ({ kind: "unreachable", reason: "connection" }),
    resolveDns: async () => [],
    renderInvoice: () => Promise.reject(new Error("no e-mail of auth carries an invoice")),
    renderStatement: () => Promise.reject(new Error("no e-mail of auth carries a statement")),
    log: () => {},
  };
});
beforeEach(() => {
  sent = [];
});
afterAll(() => protocol.close());

type Body = { user: Record<string, string>; email_data: Record<string, string> };

function call(body: Body, secret = SECRET): Promise<Response> {
  const text = JSON.stringify(body);
  const id = `msg_${crypto.randomUUID()}`;
  const now = new Date();
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret.replace("v1,", "")).sign(id, now, text),
  };
  return handler(new Request("http://functions/send-auth-email", { method: "POST", headers, body: text }), deps);
}

const signUp: Body = {
  user: { email: "new@example.com" },
  email_data: {
    token: "12345678",
    token_hash: "hash-1",
    redirect_to: "https://agency.example/",
    email_action_type: "signup",
  },
};

test("a sign-up's confirmation is sent once, with a link through the project back to the site", async () => {
  expect((await call(signUp)).status).toBe(200);
  expect((await call(signUp)).status).toBe(200);
  expect(sent).toHaveLength(1);
  const link =
    "https://project.example/auth/v1/verify?token=hash-1&type=signup&redirect_to=https%3A%2F%2Fagency.example%2F";
  expect(sent[0]).toBe(`new@example.com | confirm-email | ${JSON.stringify({ code: "12345678", link })}`);
});

test("an address change is confirmed by the new mailbox, and the old one is notified", async () => {
  await call({
    user: { email: "old@example.com", new_email: "fresh@example.com" },
    email_data: { ...signUp.email_data, token_hash: "hash-2", email_action_type: "email_change" },
  });
  expect(sent.map((mail) => mail.split(" | ").slice(0, 2))).toEqual([
    ["fresh@example.com", "confirm-new-email"],
    ["old@example.com", "email-change-notice"],
  ]);
  expect(sent[1]).not.toContain("hash-2");
});

test.each([
  ["recovery", "reset-password"],
  ["magiclink", "sign-in-link"],
  ["reauthentication", "reauthenticate"],
])("%s sends %s", async (kind, template) => {
  await call({ ...signUp, email_data: { ...signUp.email_data, token_hash: kind, email_action_type: kind } });
  expect(sent.map((mail) => mail.split(" | ")[1])).toEqual([template]);
});

test("another secret's signature, a changed body and a missing hook send nothing", async () => {
  expect((await call(signUp, "v1,whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldA==")).status).toBe(401);
  const unsigned = new Request("http://functions/send-auth-email", { method: "POST", body: JSON.stringify(signUp) });
  expect((await handler(unsigned, deps)).status).toBe(401);
  expect((await handler(unsigned, { ...deps, authHook: undefined })).status).toBe(404);
  expect(sent).toEqual([]);
});

test("if the mailer fails, the email waits in the outbox", async () => {
  const failing = { ...deps, sendMail: () => Promise.reject(new Error("no mailer")) };
  const before = deps;
  deps = failing;
  await call({ ...signUp, email_data: { ...signUp.email_data, token_hash: "hash-9" } });
  deps = before;
  const [row] = await query<{ status: string; attempts: number }>(
    protocol.connection,
    "select status, attempts from private.outbox where payload #>> '{data,link}' like '%hash-9%'",
  );
  expect(row).toMatchObject({ status: "queued", attempts: 1 });
});

test("a delivered email leaves neither its link nor its code behind, but the local inbox keeps both", async () => {
  const stored = async () => {
    const [row] = await query<{ row: string }>(
      protocol.connection,
      "select row_to_json(job)::text as row from private.outbox as job where job.status = 'done' order by job.created_at desc limit 1",
    );
    return row?.row ?? "";
  };
  const data = { ...signUp.email_data, token: "24681357" };
  await call({ ...signUp, email_data: { ...data, token_hash: "hash-for-a-mailer" } });
  expect(sent.join()).toContain("hash-for-a-mailer");
  expect(await stored()).toContain("new@example.com");
  expect(await stored()).not.toMatch(/hash-for-a-mailer|24681357/);

  const before = deps;
  deps = { ...deps, keepsMail: true };
  await call({ ...signUp, email_data: { ...data, token_hash: "hash-for-the-inbox" } });
  deps = before;
  expect(await stored()).toContain("hash-for-the-inbox");
});
