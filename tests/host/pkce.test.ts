import { createClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { openProtocol, post, SITE, type TestProtocol } from "../support/protocol.ts";

const password = "a-Fair-password-7";
const signUpData = { data: { account_type: "client" } };
let protocol: TestProtocol;
beforeAll(async () => {
  protocol = await openProtocol();
});
afterAll(() => protocol.close());

let number = 0;
const newEmail = () => `browser-${++number}@example.com`;

/** A browser whose client uses `flowType: "pkce"` and keeps the verifier. */
function browser() {
  const kept = new Map<string, string>();
  return createClient(SITE, protocol.keys.publishableKey, {
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const body = request.method === "GET" ? {} : { body: await request.text() };
        return protocol.send(`${pathname}${search}`, { method: request.method, headers: request.headers, ...body });
      },
    },
  });
}

/** The target of the newest email's link. */
async function follow(email: string): Promise<URL> {
  const [mail] = await protocol.mails(email);
  const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}

async function codeFor(email: string): Promise<string> {
  const target = await follow(email);
  expect(target.hash).toBe("");
  return target.searchParams.get("code") ?? "";
}

async function signedUp(): Promise<string> {
  const email = newEmail();
  await protocol.client().auth.signUp({ email, password, options: signUpData });
  await follow(email);
  return email;
}

describe("An email link requested with a challenge", () => {
  test("returns a code that this browser exchanges for a session: sign-up", async () => {
    const email = newEmail();
    const client = browser();
    expect((await client.auth.signUp({ email, password, options: signUpData })).error).toBeNull();
    const { data, error } = await client.auth.exchangeCodeForSession(await codeFor(email));
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
      aal: "aal1",
      amr: [{ method: "email/signup" }],
    });
    expect((await client.from("profiles").select("user_id")).data).toHaveLength(1);
  });

  test("does the same for recovery, a sign-in link and a new address", async () => {
    const email = await signedUp();
    const client = browser();
    await client.auth.resetPasswordForEmail(email);
    const recovered = await client.auth.exchangeCodeForSession(await codeFor(email));
    expect(recovered.error).toBeNull();
    expect(decodeJwt(recovered.data.session?.access_token ?? "").amr).toMatchObject([{ method: "recovery" }]);
    await client.auth.signInWithOtp({ email });
    expect((await client.auth.exchangeCodeForSession(await codeFor(email))).error).toBeNull();
    expect((await client.auth.updateUser({ email: `new-${email}` })).error).toBeNull();
    const changed = await client.auth.exchangeCodeForSession(await codeFor(`new-${email}`));
    expect(changed.data.user?.email).toBe(`new-${email}`);
  });

  test("opens no session by itself", async () => {
    const email = await signedUp();
    const sessions = () =>
      query(
        protocol.connection,
        "select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1",
        [email],
      );
    const before = (await sessions()).length;
    await browser().auth.resetPasswordForEmail(email);
    await codeFor(email);
    expect(await sessions()).toHaveLength(before);
  });

  test("opens a session at once if the newest email of its type was requested without a challenge", async () => {
    const email = await signedUp();
    await browser().auth.resetPasswordForEmail(email);
    await protocol.client().auth.resetPasswordForEmail(email);
    expect((await follow(email)).hash).toContain("access_token=");
  });
});

describe("A code", () => {
  async function waiting() {
    const email = await signedUp();
    const client = browser();
    await client.auth.resetPasswordForEmail(email);
    return { client, code: await codeFor(email) };
  }
  const exchange = (body: object, address?: string) =>
    protocol.send("/auth/v1/token?grant_type=pkce", post(body), address);

  test("does not work in another browser", async () => {
    const { client, code } = await waiting();
    const answer = await exchange({ auth_code: code, code_verifier: "x".repeat(56) });
    expect([answer.status, (await answer.json()).error_code]).toEqual([400, "bad_code_verifier"]);
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
  });

  test("works once, even if it is sent twice at the same time", async () => {
    const email = await signedUp();
    const verifier = "v".repeat(43);
    const challenge = { code_challenge: verifier, code_challenge_method: "plain" };
    expect((await protocol.send("/auth/v1/recover", post({ email, ...challenge }))).status).toBe(200);
    const code = await codeFor(email);
    const answers = await Promise.all([1, 2, 3].map(() => exchange({ auth_code: code, code_verifier: verifier })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test("is valid for five minutes", async () => {
    const { client, code } = await waiting();
    await query(
      protocol.connection,
      "update auth.flow_state set created_at = now() - interval '301 seconds' where auth_code = $1",
      [code],
    );
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("flow_state_expired");
  });

  test("is not found by a part of it, or by an empty code", async () => {
    const { code } = await waiting();
    for (const auth_code of ["", code.slice(0, 20), crypto.randomUUID(), "%"]) {
      const answer = await exchange({ auth_code, code_verifier: "x".repeat(56) });
      expect([400, 404]).toContain(answer.status);
    }
  });
});

test("an invalid challenge is refused, and nothing is sent", async () => {
  const email = await signedUp();
  const before = (await protocol.mails(email)).length;
  for (const [code_challenge, code_challenge_method] of [
    ["x".repeat(43), undefined],
    [undefined, "s256"],
    ["x".repeat(42), "s256"],
    ["x".repeat(129), "s256"],
    [`${"x".repeat(43)}=`, "s256"],
    [`${"x".repeat(43)}\n`, "s256"],
    ["x".repeat(43), "S512"],
  ]) {
    const answer = await protocol.send("/auth/v1/recover", post({ email, code_challenge, code_challenge_method }));
    expect([answer.status, (await answer.json()).error_code]).toEqual([400, "validation_failed"]);
  }
  expect(await protocol.mails(email)).toHaveLength(before);
});

test("wrong verifiers for one code are refused after a few", async () => {
  const limited = await openProtocol({ rateLimitScale: 1 });
  const auth_code = crypto.randomUUID();
  const answers = [];
  for (let at = 0; at < 8; at++) {
    const body = post({ auth_code, code_verifier: `${at}`.repeat(50) });
    answers.push((await limited.send("/auth/v1/token?grant_type=pkce", body, `192.0.${at}.1`)).status);
  }
  expect(answers).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  await limited.close();
});
