import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { openProtocol, post, SITE, type TestProtocol } from "../support/protocol.ts";

// Attacks on the protocol that once worked, or that an attacker would try first.
const PASSWORD = "a-Fair-password-7";
let protocol: TestProtocol;
beforeAll(async () => {
  protocol = await openProtocol();
});
afterAll(() => protocol.close());

async function account(name: string) {
  const email = `${name}@example.com`;
  const client = protocol.client();
  await client.auth.signUp({ email, password: PASSWORD, options: { data: { account_type: "client" } } });
  const [mail] = await protocol.mails(email);
  await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, email, token: data.session.access_token, id: data.user.id };
}

const age = (id: string) =>
  query(
    protocol.connection,
    "update auth.sessions set created_at = now() - interval '3 days' where user_id::text = $1",
    [id],
  );
const changeTo = (token: string, email: string) =>
  protocol.send("/auth/v1/user", {
    ...post({ email }),
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
  });

test("a regular expression does not reach the database", async () => {
  const search = new URLSearchParams({ select: "slug", content: "match.(.{30,})(.{30,})\\1\\2" });
  const answer = await protocol.send(`/rest/v1/landing_pages?${search}`);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, "PGRST100"]);
});

test("several messages in one insert are refused, one is accepted", async () => {
  const one = { first_name: "Ann", last_name: "Lee", email: "ann@example.com", goals: "calls" };
  const { error } = await protocol
    .client()
    .from("contacts")
    .insert([one, { ...one, email: "other@example.com" }]);
  expect(error?.message).toBe("Send one message at a time");
  expect((await protocol.client().from("contacts").insert(one)).error).toBeNull();
});

test("a mailbox gets five confirmations a day at most, and every message is stored", async () => {
  const message = { first_name: "Flo", last_name: "Od", email: "flood@example.com", goals: "calls" };
  for (let count = 0; count < 8; count++)
    expect((await protocol.client().from("contacts").insert(message)).error).toBeNull();
  expect(await protocol.mails("flood@example.com")).toHaveLength(5);
  const stored = await query(protocol.connection, "select 1 from public.contacts where email = 'flood@example.com'");
  expect(stored).toHaveLength(8);
});

test("an old session can change neither password nor address", async () => {
  const { client, token, id } = await account("stale");
  await age(id);
  expect((await client.auth.updateUser({ password: "another-Fair-one-8" })).error?.code).toBe(
    "reauthentication_needed",
  );
  const answer = await changeTo(token, "thief@example.com");
  expect(((await answer.json()) as { error_code: string }).error_code).toBe("reauthentication_needed");
  expect(await protocol.mails("thief@example.com")).toEqual([]);
});

test("a new password cancels a pending address change, and nobody can revive it", async () => {
  const { client, email, token } = await account("owner");
  expect((await changeTo(token, "evil@example.com")).status).toBe(200);
  const [first] = await protocol.mails("evil@example.com");
  expect((await client.auth.updateUser({ password: "another-Fair-one-8" })).error).toBeNull();
  await protocol.send("/auth/v1/resend", post({ type: "email_change", email }));
  expect(await protocol.mails("evil@example.com")).toHaveLength(1);
  const used = await protocol.send((first?.link ?? "").slice(SITE.length), { redirect: "manual" });
  expect(used.headers.get("location")).toContain("error");
  const [user] = await query<{ email: string }>(protocol.connection, "select email from auth.users where email = $1", [
    email,
  ]);
  expect(user).toEqual({ email });
});

test("a confirmed address change ends all earlier sessions", async () => {
  const { client, token } = await account("mover");
  await changeTo(token, "moved@example.com");
  const [mail] = await protocol.mails("moved@example.com");
  const confirmed = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  expect(confirmed.headers.get("location")).toContain("access_token");
  expect((await client.auth.refreshSession()).error).not.toBeNull();
});

test.each(["/auth/v1/otp", "/auth/v1/recover"])("%s gives known and unknown accounts the same answer", async (path) => {
  const { email } = await account(`known-${path.slice(-3)}`);
  const look = async (address: string) => {
    const answer = await protocol.send(path, post({ email: address }));
    return [answer.status, await answer.text(), [...answer.headers.keys()].sort()];
  };
  expect(await look("nobody-at-all@example.com")).toEqual(await look(email));
});

test.each([
  "http://evil.example\\@127.0.0.1:3000/",
  "https://evil.example/",
  "//evil.example",
  "http://127.0.0.1:3000@evil.example/",
  "http://127.0.0.1:4000/",
  "http://127.0.0.1:3000/\r\nX: 1",
])("a link does not lead to %j", async (target) => {
  const search = new URLSearchParams({ type: "signup", token: "bad", redirect_to: target });
  const answer = await protocol.send(`/auth/v1/verify?${search}`, { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location) expect(new URL(location, SITE).origin).toBe(SITE);
  expect(answer.status).toBeLessThan(500);
});

test.each([
  { email: ["a@example.com"], password: PASSWORD },
  { email: "a\u0000@example.com", password: PASSWORD },
  { email: "a@example.com", password: { a: 1 } },
  { email: "a@example.com", password: "ä".repeat(60) },
])("%j is refused with a reason", async (body) => {
  for (const path of ["/auth/v1/signup", "/auth/v1/token?grant_type=password"]) {
    const answer = await protocol.send(path, post(body));
    expect([400, 422]).toContain(answer.status);
  }
});

test("account metadata stays small after any number of updates", async () => {
  const { client } = await account("keeper");
  const errors = [];
  for (let index = 0; index < 4; index++)
    errors.push((await client.auth.updateUser({ data: { [`k${index}`]: "x".repeat(1500) } })).error?.code);
  expect(errors).toEqual([undefined, undefined, "validation_failed", "validation_failed"]);
});

test.each([
  "grant%5Ftype=refresh_token&grant_type=password",
  "grant_type=refresh_token&grant_type=password",
  "grant_type=password&%67rant_type=refresh_token",
  "grant_type=password%00",
  "grant_type=%ff",
  "grant_type=password&x=%",
])("the token endpoint refuses %j, which two parsers could read differently", async (query) => {
  const answer = await protocol.send(`/auth/v1/token?${query}`, post({ email: "a@example.com", password: PASSWORD }));
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
    400,
    "validation_failed",
  ]);
});

test("a body with a duplicate field is refused, in any spelling", async () => {
  const { email } = await account("doubled");
  const body = `{"email": "${email}", "\\u0065mail": "other@example.com", "password": "${PASSWORD}"}`;
  const answer = await protocol.send("/auth/v1/token?grant_type=password", post(body));
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([400, "bad_json"]);
});

test.each([
  ["recover", {}],
  ["otp", {}],
  ["resend", { type: "signup" }],
  ["signup", { password: PASSWORD }],
])("%s ignores a foreign redirect address", async (path, more) => {
  const email = `redirected-${path}@example.com`;
  const answer = await protocol.send(
    `/auth/v1/${path}?redirect_to=${encodeURIComponent("https://evil.example")}`,
    post({ email, ...more }),
  );
  expect(answer.status).toBe(200);
  for (const { link } of await protocol.mails(email)) expect(link).not.toContain("evil");
});

test("a path in another spelling is not found", async () => {
  for (const path of ["/auth/v1//token", "/auth/v1/%74oken", "/auth/v1/token/", "/auth/v1/token%2F", "/auth/v1/"])
    expect([400, 404], path).toContain((await protocol.send(`${path}?grant_type=password`, post({}))).status);
});

describe("a foreign redirect", () => {
  const own = SITE.slice("http://".length);
  const hosts = ["evil.example", `${own}@evil.example`, `${own}.evil.example`, `evil.example\\@${own}`];
  const starts = ["https://", "HTTP://", "//", "/\\", "https:", "javascript://"];
  const coats = [
    (target: string) => target,
    (target: string) => ` ${target}`,
    (target: string) => `\t${target}\n`,
    (target: string) => `${target}/\r\nLocation: https://evil.example`,
    (target: string) => target.replace("evil", "e\u00advil"),
    (target: string) => target.replace("evil", "ＥＶＩＬ"),
    (target: string) => encodeURIComponent(target),
    (target: string) => `${target}?next=${SITE}`,
    (target: string) => target.repeat(20),
  ];
  // A parser may take these for this site. They may only lead there.
  const lookalikes = [
    ...[
      SITE,
      "HTTP://127.0.0.1:3000",
      "http:127.0.0.1:3000",
      "http://127.1:3000",
      "http://127.0.0.1:03000",
      "http:///",
    ],
    ...["//evil.example", "/%2F%2Fevil.example", "/..//evil.example", "/%", "/%00", "/#@evil.example"].map(
      (path) => `${SITE}${path}`,
    ),
  ];
  const spellings = [
    ...starts.flatMap((start) => hosts.flatMap((host) => coats.map((coat) => coat(`${start}${host}`)))),
    ...lookalikes.flatMap((target) => [target, target, target]),
  ];
  const endpoints: Record<string, (email: string) => [string, RequestInit]> = {
    recover: (email) => ["recover?", post({ email })],
    otp: (email) => ["otp?", post({ email })],
    "resend of a confirmation": (email) => ["resend?", post({ email, type: "signup" })],
    "resend of a change": (email) => ["resend?", post({ email, type: "email_change" })],
    signup: (email) => ["signup?", post({ email, password: "a-Fair-password-7" })],
    token: (email) => ["token?grant_type=password&", post({ email, password: "wrong" })],
    "verify by link": () => ["verify?type=recovery&token=unknown&", { redirect: "manual" }],
    "verify by code": (email) => ["verify?", post({ email, type: "recovery", token: "00000000" })],
    "a change of the address": (email) => ["user?", { ...post({ email }), method: "PUT" }],
  };

  test.each(Object.keys(endpoints))(
    "of %s leads nowhere else in any spelling, and all accounts get the same answer",
    async (name) => {
      const { email: known } = await account(`spelled-${name.replaceAll(" ", "-")}`);
      const unconfirmed = `unconfirmed-${name.replaceAll(" ", "-")}@example.com`;
      await protocol.client().auth.signUp({ email: unconfirmed, password: PASSWORD });
      const request = endpoints[name] as (email: string) => [string, RequestInit];
      const look = async (email: string, target: string) => {
        const [path, init] = request(email);
        const answer = await protocol.send(`/auth/v1/${path}redirect_to=${encodeURIComponent(target)}`, init);
        expect(answer.status, target).toBeLessThan(500);
        const location = answer.headers.get("location");
        if (location) expect(new URL(location, SITE).origin, target).toBe(SITE);
        return `${answer.status} ${await answer.text()} ${[...answer.headers.keys()].sort()}`;
      };
      const says = new Set<string>();
      for (const [at, target] of spellings.entries())
        says.add(await look([known, unconfirmed, `stranger-${at}@example.com`][at % 3] as string, target));
      // Sign-up says in plain words that an account exists (spec §8).
      if (name !== "signup") expect([...says], [...says].join("\n")).toHaveLength(1);
      for (const { link } of [...(await protocol.mails(known)), ...(await protocol.mails(unconfirmed))])
        expect(new URL(new URL(link).searchParams.get("redirect_to") ?? "").origin).toBe(SITE);
    },
  );
});
