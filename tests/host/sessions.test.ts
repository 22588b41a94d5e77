import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";
import { openProtocol, post, SITE, type TestProtocol, tokensIn } from "../support/protocol.ts";

let protocol: TestProtocol;
beforeAll(async () => {
  protocol = await openProtocol();
});
afterAll(() => protocol.close());

const password = "a-Fair-password-7";
let number = 0;
let email = "";
beforeEach(async () => {
  email = `person-${++number}@example.com`;
  await newAccount(email);
});

async function newAccount(address: string) {
  await protocol.client().auth.signUp({ email: address, password, options: { data: { account_type: "client" } } });
  const [mail] = await protocol.mails(address);
  await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
}

async function signedIn(address = email) {
  const client = protocol.client();
  const { data, error } = await client.auth.signInWithPassword({ email: address, password });
  if (error) throw error;
  return { client, session: data.session };
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const refresh = (token: string) =>
  protocol.send("/auth/v1/token?grant_type=refresh_token", post({ refresh_token: token }));

describe("signing in", () => {
  test("a wrong password, an unknown email and an unconfirmed account with a wrong password get the same answer", async () => {
    await protocol.client().auth.signUp({ email: `new-${email}`, password });
    const answers = [];
    for (const address of [email, "unknown@example.com", `new-${email}`]) {
      const answer = await protocol.send(
        "/auth/v1/token?grant_type=password",
        post({ email: address, password: "not-the-password" }),
      );
      answers.push([answer.status, await answer.text()]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]?.[1]).toContain("Invalid login credentials");
  });

  test("two people who read at once always see their own rows", async () => {
    await newAccount(`other-${email}`);
    const people = await Promise.all([signedIn(email), signedIn(`other-${email}`)]);
    const reads = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const person = people[index % 2];
        const { data } = (await person?.client.from("profiles").select("user_id")) ?? {};
        return data?.length === 1 && data[0]?.user_id === person?.session.user.id;
      }),
    );
    expect(reads.filter((own) => !own)).toEqual([]);
  });

  test("transactions on the embedded database never overlap, even when one waits in the middle", async () => {
    const seen = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        protocol.connection.runInTransaction(async (transaction) => {
          const run = (text: string) => query<{ who: string }>({ kysely: transaction } as DatabaseConnection, text);
          await run(`select set_config('request.jwt.claim.sub', '${index}', true)`);
          await new Promise((resolve) => setImmediate(resolve));
          const [row] = await run("select current_setting('request.jwt.claim.sub') as who");
          return row?.who === String(index);
        }),
      ),
    );
    expect(seen).toEqual(Array(8).fill(true));
  });
});

describe("tokens", () => {
  test("expire after fifteen minutes", async () => {
    expect((await signedIn()).session.expires_in).toBe(900);
  });

  test("a refresh token used twice: the parent of the current one still works, an older one is refused", async () => {
    const { session } = await signedIn();
    const second = (await (await refresh(session.refresh_token)).json()) as { refresh_token: string };
    await refresh(second.refresh_token);
    const reused = await refresh(session.refresh_token);
    expect([reused.status, await reused.json()]).toMatchObject([400, { error_code: "refresh_token_already_used" }]);
  });

  test("tabs that refresh with one token at the same moment all get the same new one, which works", async () => {
    const { session } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()).refresh_token as string));
    expect(new Set(tokens).size).toBe(1);
    expect((await refresh(tokens[0] ?? "")).status).toBe(200);
  });

  test.each(["", "nonsense", "x".repeat(5000)])("a refresh token %# that never existed is refused", async (token) => {
    expect((await refresh(token)).status).toBe(400);
  });

  test("the list of one's own sessions has the address that each was last refreshed from", async () => {
    await newAccount(`other-${email}`);
    await signedIn(`other-${email}`);
    const from = async (query: string, body: object, address: string) => {
      const answer = await protocol.send(`/auth/v1/token?grant_type=${query}`, post(body), address);
      return (await answer.json()) as { access_token: string; refresh_token: string };
    };
    const first = await from("password", { email, password }, "198.51.100.7");
    const addresses = async (token: string) => {
      const answer = await protocol.send("/rest/v1/rpc/list_own_sessions", post({}, bearer(token).headers));
      return ((await answer.json()) as { address: string; is_current: boolean }[]).map(({ address }) => address);
    };
    // The other one is from the link in the email.
    expect(await addresses(first.access_token)).toEqual(["198.51.100.7", "192.0.2.1"]);
    const next = await from("refresh_token", { refresh_token: first.refresh_token }, "2001:db8:1:2:3::4");
    expect(await addresses(next.access_token)).toEqual(["2001:db8:1:2::", "192.0.2.1"]);
  });

  test("after signing out the session is gone for good", async () => {
    const { client, session } = await signedIn();
    await client.auth.signOut();
    expect((await protocol.send("/auth/v1/user", bearer(session.access_token))).status).toBe(403);
    expect((await refresh(session.refresh_token)).status).toBe(400);
  });

  test("forged and expired tokens and tokens with another algorithm are refused by both protocols", async () => {
    const { session } = await signedIn();
    const claims = { sub: session.user.id, role: "authenticated", aud: "authenticated" };
    const sign = (secret: string, expires: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(secret));
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
    const tokens = [
      await sign("another-secret-that-is-long-enough-000000", "1h"),
      await sign(protocol.keys.jwtSecret, "-1h"),
      none,
      "a.b.c",
    ];
    for (const token of tokens) {
      expect((await protocol.send("/rest/v1/profiles?select=*", bearer(token))).status).toBe(401);
      expect([401, 403]).toContain((await protocol.send("/auth/v1/user", bearer(token))).status);
    }
  });

  test("a token that claims the service role is refused without a valid signature", async () => {
    const token = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode("x".repeat(40)));
    expect((await protocol.send("/rest/v1/profiles?select=*", bearer(token))).status).toBe(401);
  });
});

describe("changing the password", () => {
  test("works from a new session and ends every other session", async () => {
    const other = await signedIn();
    const { client } = await signedIn();
    expect((await client.auth.updateUser({ password: "Another-fair-one-8" })).error).toBeNull();
    expect((await protocol.send("/auth/v1/user", bearer(other.session.access_token))).status).toBe(403);
    expect((await refresh(other.session.refresh_token)).status).toBe(400);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test("requires a new sign-in from a session older than a day", async () => {
    const { client, session } = await signedIn();
    await query(
      protocol.connection,
      "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
      [session.user.id],
    );
    const { error } = await client.auth.updateUser({ password: "Another-fair-one-8" });
    expect(error).toMatchObject({ code: "reauthentication_needed" });
    expect((await protocol.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  test("works in a session from a recovery link", async () => {
    await protocol.client().auth.resetPasswordForEmail(email);
    const mail = (await protocol.mails(email)).find(({ template }) => template === "reset-password");
    const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    const location = new URL(answer.headers.get("location") ?? "");
    expect(location.pathname).toBe("/reset-password");
    const client = protocol.client();
    await client.auth.setSession(tokensIn(answer));
    expect((await client.auth.updateUser({ password: "Another-fair-one-8" })).error).toBeNull();
    expect(
      (await protocol.client().auth.signInWithPassword({ email, password: "Another-fair-one-8" })).error,
    ).toBeNull();
  });

  test("refuses the most common passwords", async () => {
    const { client } = await signedIn();
    expect((await client.auth.updateUser({ password: "iloveyou" })).error).toMatchObject({ code: "weak_password" });
  });

  test("a recovery link is refused after ten minutes", async () => {
    await protocol.client().auth.resetPasswordForEmail(email);
    await query(
      protocol.connection,
      "update auth.users set recovery_sent_at = now() - interval '11 minutes' where email = $1",
      [email],
    );
    const mail = (await protocol.mails(email)).find(({ template }) => template === "reset-password");
    const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    expect(answer.headers.get("location")).toContain("error_code=otp_expired");
  });
});

describe("changing the email", () => {
  test("asks the new mailbox, notifies the old one, and changes nothing before", async () => {
    const { client } = await signedIn();
    const next = `next-${email}`;
    expect((await client.auth.updateUser({ email: next })).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect((await protocol.mails(email))[0]?.template).toBe("email-change-notice");
    const [mail] = await protocol.mails(next);
    expect(mail?.template).toBe("confirm-new-email");
    await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    expect((await protocol.client().auth.signInWithPassword({ email: next, password })).error).toBeNull();
    // The old mailbox reads, once, that it happened.
    const told = (await protocol.mails(email)).filter(({ template }) => template === "email-changed");
    expect(told).toHaveLength(1);
    expect((await protocol.mails(next)).some(({ template }) => template === "email-changed")).toBe(false);
  });

  test("gives no admin right before the new mailbox confirms, even if its address is on the admin list", async () => {
    const next = `boss-${email}`;
    await query(protocol.connection, "insert into public.admin_emails (email) values ($1)", [next]);
    const { client, session } = await signedIn();
    await client.auth.updateUser({ email: next });
    const row = { user_id: session.user.id, role: "admin" as const, status: "active" as const };
    expect((await client.from("user_roles").insert(row)).error?.code).toBe("42501");
    const [mail] = await protocol.mails(next);
    const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    // The new mailbox starts a new session, and every earlier one has ended.
    expect((await client.from("user_roles").insert(row)).error?.code).toBe("PT401");
    const fresh = protocol.client();
    await fresh.auth.setSession(tokensIn(answer));
    expect((await fresh.from("user_roles").insert(row)).error).toBeNull();
    await query(protocol.connection, "delete from public.admin_emails where email = $1", [next]);
  });
});

test("metadata has a size limit", async () => {
  const { client } = await signedIn();
  const { error } = await client.auth.updateUser({ data: { note: "x".repeat(10_000) } });
  expect(error?.status).toBe(422);
});
