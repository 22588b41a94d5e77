import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol, post, SITE, type TestProtocol, tokensIn } from "../support/protocol.ts";

let server: PostgresServer | null = null;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server?.stop());

const password = "a-Fair-password-7";

describe.each(["the embedded database", "PostgreSQL"])("A session that has ended, on %s", (name) => {
  let protocol: TestProtocol | undefined;
  let number = 0;
  beforeAll(async () => {
    if (name === "PostgreSQL" && !server) return;
    protocol = await openProtocol(name === "PostgreSQL" && server ? { url: server.url } : {});
    await newPerson("admin");
  });
  afterAll(() => protocol?.close());

  const open = () => {
    if (!protocol) throw new Error("There is no such database here");
    return protocol;
  };
  const run = (text: string, parameters: unknown[] = []) => query(open().connection, text, parameters);

  async function newPerson(role: "admin" | "client" = "client") {
    const email = role === "admin" ? "boss@example.com" : `person-${++number}@example.com`;
    await open()
      .client()
      .auth.signUp({ email, password, options: { data: { account_type: "client" } } });
    const [mail] = await open().mails(email);
    await open().send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    if (role === "admin")
      await run(
        "insert into public.user_roles (user_id, role, status) select id, 'admin', 'active' from auth.users where email = $1",
        [email],
      );
    return email;
  }

  async function signIn(email: string, given = password) {
    const client = open().client();
    const { data, error } = await client.auth.signInWithPassword({ email, password: given });
    if (error) throw error;
    return { client, session: data.session, id: data.user.id };
  }

  /** Every way to call the table API with a token. Returns each status and error code. */
  async function asks(token: string): Promise<string[]> {
    const headers = { Authorization: `Bearer ${token}` };
    const answers = await Promise.all([
      open().send("/rest/v1/profiles?select=user_id", { headers }),
      open().send("/rest/v1/profiles?select=user_id", { method: "HEAD", headers }),
      open().send("/rest/v1/rpc/list_own_sessions", post({}, headers)),
      open().send("/rest/v1/change_requests", post({ business_name: "Acme", message: "Please" }, headers)),
      open().send("/rest/v1/profiles?user_id=eq.00000000-0000-0000-0000-000000000000", {
        ...post({ company: "Acme" }, headers),
        method: "PATCH",
      }),
      open().send("/rest/v1/lead_tasks?id=eq.00000000-0000-0000-0000-000000000000", { method: "DELETE", headers }),
    ]);
    return answers.map(({ status }) => String(status));
  }
  const refused = Array<string>(6).fill("401");
  const refresh = (refresh_token: string) =>
    open().send("/auth/v1/token?grant_type=refresh_token", post({ refresh_token }));
  const userStatus = async (token: string) =>
    (await open().send("/auth/v1/user", { headers: { Authorization: `Bearer ${token}` } })).status;

  type Ended = { email: string; old: Awaited<ReturnType<typeof signIn>>; other: Awaited<ReturnType<typeof signIn>> };
  const endings: Record<string, (people: Ended) => Promise<unknown>> = {
    "signing out here": ({ old }) => old.client.auth.signOut({ scope: "local" }),
    "signing out everywhere": ({ other }) => other.client.auth.signOut({ scope: "global" }),
    "signing out the others": ({ other }) => other.client.auth.signOut({ scope: "others" }),
    "ending it from another device": async ({ old, other }) => {
      const claims = JSON.parse(
        Buffer.from(old.session.access_token.split(".")[1] ?? "", "base64url").toString(),
      ) as Record<string, string>;
      const { error } = await other.client.rpc("end_own_session", { p_session_id: claims.session_id ?? "" });
      if (error) throw error;
    },
    "a new password": ({ other }) => other.client.auth.updateUser({ password: "Another-fair-one-8" }),
    "a new address": async ({ email, other }) => {
      await other.client.auth.updateUser({ email: `next-${email}` });
      const [mail] = await open().mails(`next-${email}`);
      await open().send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    },
    "being deactivated": async ({ old }) => {
      const boss = await signIn("boss@example.com");
      const { error } = await boss.client.rpc("deactivate_user", { p_user_id: old.id });
      if (error) throw error;
    },
    "a deleted account": ({ old }) => run("delete from auth.users where id = $1", [old.id]),
    "thirty days": ({ old }) =>
      run(
        "update auth.sessions set created_at = now() - interval '30 days', refreshed_at = now() at time zone 'utc' where user_id = $1",
        [old.id],
      ),
    "fourteen days without use": ({ old }) =>
      run(
        `update auth.sessions set created_at = now() - interval '20 days',
           refreshed_at = (now() - interval '14 days') at time zone 'utc' where user_id = $1`,
        [old.id],
      ),
  };

  test.each(Object.entries(endings))("by %s is refused at once, everywhere", async (_name, end) => {
    if (!protocol) return;
    const email = await newPerson();
    const old = await signIn(email);
    const other = await signIn(email);
    expect(await asks(old.session.access_token)).not.toContain("401");
    await end({ email, old, other });
    expect(await asks(old.session.access_token)).toEqual(refused);
    const { error } = await old.client.rpc("list_own_sessions");
    expect(error === null || error.code === "PT401" || error.code === "42501").toBe(true);
    expect(await userStatus(old.session.access_token)).toBe(403);
    expect((await refresh(old.session.refresh_token)).status).toBe(400);
  });

  test("does not affect other sessions, visitors and the service role", async () => {
    if (!protocol) return;
    const email = await newPerson();
    const [one, two] = [await signIn(email), await signIn(email)];
    await one.client.auth.signOut({ scope: "local" });
    expect(await asks(two.session.access_token)).not.toContain("401");
    expect((await protocol.send("/rest/v1/landing_pages?select=slug")).status).toBe(200);
    expect((await protocol.service().from("profiles").select("user_id")).error).toBeNull();
  });

  test("reads nothing with a token without a session, with an invented one or with another person's", async () => {
    if (!protocol) return;
    const [mine, theirs] = [await signIn(await newPerson()), await signIn(await newPerson())];
    const sessionOf = (token: string) =>
      (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { session_id: string }).session_id;
    const claims = [
      {},
      { session_id: crypto.randomUUID() },
      { session_id: sessionOf(theirs.session.access_token) },
      { session_id: "" },
      { session_id: "nonsense" },
    ];
    for (const more of claims) {
      const token = await new SignJWT({ role: "authenticated", sub: mine.id, ...more })
        .setProtectedHeader({ alg: "HS256" })
        .setAudience("authenticated")
        .setExpirationTime("1h")
        .sign(new TextEncoder().encode(protocol.keys.jwtSecret));
      expect(new Set(await asks(token)), JSON.stringify(more)).not.toContain("200");
    }
  });

  test("follows the agency's settings", async () => {
    if (!protocol) return;
    const { session, id } = await signIn(await newPerson());
    await run("update auth.sessions set created_at = now() - interval '8 days' where user_id = $1", [id]);
    expect(await userStatus(session.access_token)).toBe(200);
    const boss = await signIn("boss@example.com");
    const set = (days: number, idle: number) =>
      boss.client.from("agency_settings").update({ session_days: days, session_idle_days: idle }).eq("id", true);
    expect((await set(0, 14)).error?.code).toBe("23514");
    await set(30, 7);
    expect(await asks(session.access_token)).toEqual(refused);
    await set(30, 14);
    expect(await asks(session.access_token)).not.toContain("401");
  });

  test("stays valid while it is refreshed, up to its maximum age", async () => {
    if (!protocol) return;
    const { session, id } = await signIn(await newPerson());
    await run("update auth.sessions set created_at = now() - interval '13 days' where user_id = $1", [id]);
    const renewed = (await (await refresh(session.refresh_token)).json()) as { access_token: string };
    await run("update auth.sessions set created_at = now() - interval '29 days' where user_id = $1", [id]);
    expect(await asks(renewed.access_token)).not.toContain("401");
  });

  test("is replaced by an accepted session through a link", async () => {
    if (!protocol) return;
    const email = await newPerson();
    await protocol.client().auth.resetPasswordForEmail(email);
    const mail = (await protocol.mails(email)).find(({ template }) => template === "reset-password");
    const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    expect(await asks(tokensIn(answer).access_token)).not.toContain("401");
  });
});
