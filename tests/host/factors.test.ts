import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { codeOf, setUpFactor } from "../support/authenticator.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol, post, SITE, type TestProtocol } from "../support/protocol.ts";

const password = "a-Fair-password-7";
let number = 0;

/** Adds a person with a confirmed account, an active client. */
async function newPerson(protocol: TestProtocol): Promise<string> {
  const email = `person-${++number}@example.com`;
  await protocol.client().auth.signUp({ email, password, options: { data: { account_type: "client" } } });
  const [mail] = await protocol.mails(email);
  await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  return email;
}

async function signIn(protocol: TestProtocol, email: string) {
  const client = protocol.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session, user: data.user };
}

const claimsOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getSession();
  return decodeJwt<{ aal: string; amr: { method: string; timestamp: number }[]; session_id: string }>(
    data.session?.access_token ?? "",
  );
};
const methodsOf = async (client: SupabaseClient) => (await claimsOf(client)).amr.map(({ method }) => method);
/** Retries if a new time step started in the meantime, because a code of the previous step is then too old. */
async function inOneStep<Result>(work: () => Promise<Result>): Promise<Result> {
  const step = () => Math.floor(Date.now() / 30_000);
  const began = step();
  const result = await work();
  return step() === began ? result : inOneStep(work);
}
const rowsSeen = async (client: SupabaseClient) => (await client.from("profiles").select("user_id")).data?.length;
const bearer = async (client: SupabaseClient) => ({
  Authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}`,
});

const kinds: [string, () => Promise<{ protocol: TestProtocol; end: () => Promise<void> } | null>][] = [
  ["the embedded database", async () => ({ protocol: await openProtocol(), end: async () => {} })],
  [
    "PostgreSQL",
    async () => {
      const server = await startPostgresServer();
      if (!server) return null;
      return { protocol: await openProtocol({ url: server.url }), end: () => server.stop() };
    },
  ],
];

describe.each(kinds)("Second factors on %s", (_, open) => {
  let opened: Awaited<ReturnType<typeof open>>;
  let protocol: TestProtocol;
  beforeAll(async () => {
    opened = await open();
    if (opened) protocol = opened.protocol;
  });
  afterAll(async () => {
    await opened?.protocol.close();
    await opened?.end();
  });
  const scenario = (title: string, work: () => Promise<void>) =>
    test(title, async ({ skip }) => (opened ? work() : skip()));

  /** A person with a factor, signed in again with only the password. */
  async function withFactor() {
    const email = await newPerson(protocol);
    const { client: first } = await signIn(protocol, email);
    const factor = await setUpFactor(first);
    return { email, first, factor, ...(await signIn(protocol, email)) };
  }

  scenario("are set up with a code, and then required at every sign-in", async () => {
    const email = await newPerson(protocol);
    const { client, user } = await signIn(protocol, email);
    expect(user.factors).toBeUndefined();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
    const { data: begun } = await client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "Phone",
      issuer: "Upfunnel",
    });
    if (begun?.type !== "totp") throw new Error("nothing begun");
    expect(begun.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(begun.totp.uri).toMatch(/^otpauth:\/\/totp\/Upfunnel:/);
    const before = (await client.auth.getSession()).data.session;
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: begun.id });
    expect(challenge?.expires_at).toBeGreaterThan(Date.now() / 1000 + 200);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { data: verified, error } = await client.auth.mfa.verify({
      factorId: begun.id,
      challengeId: challenge?.id ?? "",
      code: codeOf(begun.totp.secret),
    });
    expect(error).toBeNull();
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    expect(verified?.user.factors).toMatchObject([{ id: begun.id, friendly_name: "Phone", status: "verified" }]);
    expect(JSON.stringify(verified)).not.toContain(begun.totp.secret);
    expect(verified?.refresh_token).not.toBe(before?.refresh_token);
    expect((await claimsOf(client)).session_id).toBe(decodeJwt(before?.access_token ?? "").session_id);
    expect(await methodsOf(client)).toEqual(["totp", "password"]);
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    });
    expect(await rowsSeen(client)).toBe(1);
    const again = await signIn(protocol, email);
    expect((await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await again.client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: begun.id }]);
    expect((await again.client.auth.getUser()).data.user?.factors).toHaveLength(1);
  });

  scenario("block sessions with only the password: they can read and write nothing", async () => {
    const { client, first, user } = await withFactor();
    expect(await rowsSeen(client)).toBe(0);
    expect((await client.rpc("second_factor_state")).data).toBe("needed");
    const added = await client.from("profiles").upsert({ user_id: user.id, first_name: "Eve" });
    expect(added.error?.code).toBe("42501");
    expect((await client.rpc("end_own_session", { p_session_id: crypto.randomUUID() })).error?.code).toBe("42501");
    expect(await rowsSeen(first)).toBe(1);
  });

  scenario("open the session with a code, if the phone's clock is right or one step off", async () => {
    const tryCode = async (secondsAhead: number) => {
      const { client, factor } = await withFactor();
      // The current code was used to set up the factor.
      await query(protocol.connection, "delete from auth.mfa_used_steps where factor_id = $1::uuid", [factor.id]);
      const code = codeOf(factor.secret, secondsAhead);
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
      return { error, rows: await rowsSeen(client) };
    };
    for (const secondsAhead of [-30, 0, 30])
      expect(await inOneStep(() => tryCode(secondsAhead))).toEqual({ error: null, rows: 1 });
  });

  scenario("refuse codes from yesterday, from tomorrow and from a clock 90 s off", async () => {
    const { client, factor } = await withFactor();
    for (const ahead of [-86_400, -90, 90, 86_400]) {
      const { error } = await client.auth.mfa.challengeAndVerify({
        factorId: factor.id,
        code: codeOf(factor.secret, ahead),
      });
      expect(error?.code).toBe("mfa_verification_failed");
    }
    expect(await rowsSeen(client)).toBe(0);
  });

  scenario("accept a code once, even if two requests send it at the same time", async () => {
    const { email, client, factor } = await withFactor();
    const replayed = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    expect(replayed.error?.code).toBe("mfa_verification_failed");
    const code = codeOf(factor.secret, 30);
    const sessions = await Promise.all(Array.from({ length: 4 }, () => signIn(protocol, email)));
    const challenges = await Promise.all(
      sessions.map(async ({ client: one }) => (await one.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ""),
    );
    const answers = await Promise.all(
      sessions.map(({ client: one }, at) =>
        one.auth.mfa.verify({ factorId: factor.id, challengeId: challenges[at] ?? "", code }),
      ),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  });

  scenario("accept a recovery code once in place of an app's code, and count wrong ones as wrong codes", async () => {
    const { first, factor, client } = await withFactor();
    const { data: codes } = await first.rpc("create_recovery_codes");
    const [code = "", other = ""] = (codes ?? []) as string[];
    const give = async (by: SupabaseClient, given: string) => {
      const { data, error } = await by.auth.mfa.challengeAndVerify({ factorId: factor.id, code: given });
      return error?.code ?? Boolean(data);
    };
    expect(await rowsSeen(client)).toBe(0);
    expect(await give(client, "abcd-efgh-2345")).toBe("mfa_verification_failed");
    const answers = await Promise.all([give(client, code), give(client, code)]);
    expect(answers.filter((answer) => answer === true)).toHaveLength(1);
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
    expect(await rowsSeen(client)).toBe(1);
    expect((await client.rpc("recovery_codes_left")).data).toBe(9);
    // It stands in for an app, and does not finish the setup of another one.
    const { data: begun } = await client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "Next",
      issuer: "Upfunnel",
    });
    const setup = await client.auth.mfa.challengeAndVerify({ factorId: begun?.id ?? "", code: other });
    expect(setup.error?.code).toBe("mfa_verification_failed");
  });

  scenario("accept a challenge once, within five minutes, for its own factor", async () => {
    const { client, factor } = await withFactor();
    const { client: stranger } = await withFactor();
    const verify = (challengeId: string, ahead: number, by = client) =>
      by.auth.mfa.verify({ factorId: factor.id, challengeId, code: codeOf(factor.secret, ahead) });
    const challenge = async () => (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? "";
    const old = await challenge();
    await query(
      protocol.connection,
      "update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1::uuid",
      [old],
    );
    expect((await verify(old, 30)).error?.code).toBe("mfa_challenge_expired");
    const own = await challenge();
    expect((await verify(own, 30, stranger)).error?.code).toBe("mfa_factor_not_found");
    expect((await verify(crypto.randomUUID(), 30)).error?.code).toBe("mfa_factor_not_found");
    expect((await verify("nonsense", 30)).error?.code).toBe("mfa_factor_not_found");
    expect((await verify(own, 30)).error).toBeNull();
    expect((await verify(own, -30)).error?.code).toBe("mfa_factor_not_found");
  });

  scenario("keep the session's level through refreshes, until the session ends", async () => {
    const { client, first, factor } = await withFactor();
    await first.auth.refreshSession();
    expect(await claimsOf(first)).toMatchObject({ aal: "aal2" });
    expect(await methodsOf(first)).toEqual(["totp", "password"]);
    expect(await rowsSeen(first)).toBe(1);
    await client.auth.refreshSession();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal1" });
    const token = (await first.auth.getSession()).data.session;
    await first.auth.signOut({ scope: "local" });
    const refused = await protocol.send("/auth/v1/factors", {
      ...post({ factor_type: "totp" }, { Authorization: `Bearer ${token?.access_token}` }),
    });
    expect(refused.status).toBe(403);
    expect((await client.auth.mfa.challenge({ factorId: factor.id })).error).toBeNull();
  });

  scenario("do not raise a refresh token from before the code", async () => {
    const { client, session } = await signIn(protocol, await newPerson(protocol));
    await setUpFactor(client);
    const thief = await protocol.client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(thief.error?.status).toBe(400);
    expect(thief.data.session).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
  });

  scenario("block name changes with only the password", async () => {
    const { client } = await withFactor();
    const { error } = await client.auth.updateUser({ data: { first_name: "Mallory" } });
    expect(error?.code).toBe("insufficient_aal");
  });

  scenario("end other sessions without a code when the first one is verified", async () => {
    const email = await newPerson(protocol);
    const [{ client: other }, { client }] = [await signIn(protocol, email), await signIn(protocol, email)];
    await setUpFactor(client);
    expect((await other.auth.refreshSession()).error?.code).toBeDefined();
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  scenario("with an unfinished setup lock nobody out, and are deleted", async () => {
    const email = await newPerson(protocol);
    const { client } = await signIn(protocol, email);
    const { data: half } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    const again = await signIn(protocol, email);
    expect(await rowsSeen(again.client)).toBe(1);
    expect((await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe("aal1");
    const same = await again.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(same.error?.code).toBe("mfa_factor_name_conflict");
    await query(
      protocol.connection,
      "update auth.mfa_factors set created_at = now() - interval '11 minutes' where id = $1::uuid",
      [half?.id],
    );
    expect((await again.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" })).error).toBeNull();
    expect((await client.auth.mfa.challenge({ factorId: half?.id ?? "" })).error?.code).toBe("mfa_factor_not_found");
  });

  scenario("can be removed freely if unverified, and only with a code if verified", async () => {
    const { client, first, factor } = await withFactor();
    const { data: half } = await first.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
    expect((await client.auth.mfa.unenroll({ factorId: half?.id ?? "" })).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe("insufficient_aal");
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error?.code).toBe("insufficient_aal");
    const { client: stranger } = await signIn(protocol, await newPerson(protocol));
    expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe("mfa_factor_not_found");
    expect((await first.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    await first.auth.refreshSession();
    expect(await claimsOf(first)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
    expect(await rowsSeen(client)).toBe(1);
  });

  scenario("with a setup that an attacker started do not bypass the first one", async () => {
    const { client, first } = await withFactor();
    const { data: half } = await first.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
    if (half?.type !== "totp") throw new Error("nothing begun");
    const verify = (by: SupabaseClient) =>
      by.auth.mfa.challengeAndVerify({ factorId: half.id, code: codeOf(half.totp.secret) });
    expect((await verify(client)).error?.code).toBe("insufficient_aal");
    expect((await verify(first)).error).toBeNull();
    expect((await first.auth.mfa.listFactors()).data?.totp).toHaveLength(2);
  });

  scenario("give a token from before the code no new rights", async () => {
    const { client, factor } = await withFactor();
    const old = await bearer(client);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, 30) });
    const answer = await protocol.send(`/auth/v1/factors/${factor.id}`, { method: "DELETE", headers: old });
    expect((await answer.json()).error_code).toBe("insufficient_aal");
  });

  scenario("are required before a new password or address, even after a recovery link", async () => {
    const { email, client, factor } = await withFactor();
    for (const change of [{ password: "another-Fair-1" }, { email: `new-${email}` }])
      expect((await client.auth.updateUser(change)).error?.code).toBe("insufficient_aal");
    await protocol.client().auth.resetPasswordForEmail(email);
    const [mail] = await protocol.mails(email);
    const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    const values = new URLSearchParams(answer.headers.get("location")?.split("#")[1]);
    const recovered = protocol.client();
    await recovered.auth.setSession({
      access_token: values.get("access_token") ?? "",
      refresh_token: values.get("refresh_token") ?? "",
    });
    expect(await claimsOf(recovered)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
    expect((await recovered.auth.updateUser({ password: "another-Fair-1" })).error?.code).toBe("insufficient_aal");
    await recovered.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, 30) });
    expect((await recovered.auth.updateUser({ data: { first_name: "Ann" } })).data.user?.factors).toHaveLength(1);
    expect((await recovered.auth.updateUser({ password: "another-Fair-1" })).error).toBeNull();
  });

  scenario("started twice at once both exist or fail clearly, and there are at most ten", async () => {
    const { client } = await signIn(protocol, await newPerson(protocol));
    const twice = await Promise.all(
      [1, 2].map(() => client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" })),
    );
    expect(twice.map(({ error }) => error?.code ?? "fine").sort()).toEqual(["fine", "mfa_factor_name_conflict"]);
    const many = await Promise.all(Array.from({ length: 12 }, () => client.auth.mfa.enroll({ factorType: "totp" })));
    const codes = many.map(({ error }) => error?.code ?? "fine");
    expect(codes.filter((code) => code === "fine")).toHaveLength(9);
    expect(codes.filter((code) => code === "too_many_enrolled_mfa_factors")).toHaveLength(3);
  });

  scenario("are refused in other formats, with the reason", async () => {
    const { client } = await signIn(protocol, await newPerson(protocol));
    const headers = await bearer(client);
    for (const [path, body, status, code] of [
      ["/factors", { factor_type: "phone", phone: "1" }, 422, "mfa_phone_enroll_not_enabled"],
      ["/factors", { factor_type: "webauthn" }, 422, "mfa_webauthn_enroll_not_enabled"],
      ["/factors", {}, 400, "validation_failed"],
      ["/factors", { factor_type: "totp", friendly_name: "x".repeat(101) }, 400, "validation_failed"],
      ["/factors", { factor_type: "totp", issuer: "a\u0001b" }, 400, "validation_failed"],
      ["/factors/nonsense/challenge", {}, 404, "mfa_factor_not_found"],
      [`/factors/${crypto.randomUUID()}/verify`, { code: "123456" }, 404, "mfa_factor_not_found"],
    ] as const) {
      const answer = await protocol.send(`/auth/v1${path}`, post(body, headers));
      expect([path, answer.status, (await answer.json()).error_code]).toEqual([path, status, code]);
    }
    const anonymous = await protocol.send("/auth/v1/factors", post({ factor_type: "totp" }));
    expect(anonymous.status).toBe(401);
  });

  scenario("are stored so that a reader of the database cannot compute their codes", async () => {
    const { factor } = await withFactor();
    const rows = await query<{ row: string }>(
      protocol.connection,
      "select to_jsonb(f)::text as row from auth.mfa_factors f",
    );
    expect(rows.map(({ row }) => row).join()).not.toContain(factor.secret);
  });
});

describe("Guessing codes", () => {
  test("stops after ten wrong codes in fifteen minutes, across factors, sessions and addresses", async () => {
    let now = Date.now();
    const protocol = await openProtocol({ rateLimitScale: 1, now: () => now });
    const email = await newPerson(protocol);
    const { client } = await signIn(protocol, email);
    const factor = await setUpFactor(client);
    const attempts: [number, string | null][] = [];
    for (let at = 0; at < 14; at++) {
      const { client: guesser } = await signIn(protocol, email);
      const { data: challenge } = await guesser.auth.mfa.challenge({ factorId: factor.id });
      const answer = await protocol.send(
        `/auth/v1/factors/${factor.id}/verify`,
        post({ challenge_id: challenge?.id, code: String(at).padStart(6, "0") }, await bearer(guesser)),
        `192.0.${at}.1`,
      );
      attempts.push([answer.status, answer.headers.get("retry-after")]);
    }
    expect(attempts.slice(0, 10).map(([status]) => status)).toEqual(Array(10).fill(422));
    expect(attempts.slice(10).map(([status]) => status)).toEqual(Array(4).fill(429));
    expect(Number(attempts.at(-1)?.[1])).toBeGreaterThan(0);
    const right = () => client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, 30) });
    expect((await right()).error?.code).toBe("over_request_rate_limit");
    now += 15 * 60_000;
    expect((await right()).error).toBeNull();
    await protocol.close();
  });
});
