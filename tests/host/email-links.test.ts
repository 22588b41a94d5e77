import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { openProtocol, post, SITE, type TestProtocol, tokensIn } from "../support/protocol.ts";

let protocol: TestProtocol;
beforeAll(async () => {
  protocol = await openProtocol();
});
afterAll(() => protocol.close());

const password = "a-Fair-password-7";
let number = 0;
const newAddress = () => `link-${++number}@example.com`;
const signUp = (email: string, given = password, data: Record<string, unknown> = { account_type: "client" }) =>
  protocol.client().auth.signUp({ email, password: given, options: { data } });
const newestMail = async (email: string, template?: string) =>
  (await protocol.mails(email)).find((mail) => !template || mail.template === template);
const follow = (link = "") => protocol.send(link.slice(SITE.length), { redirect: "manual" });
const tokenOf = (link = "") => new URL(link).searchParams.get("token") ?? "";
const verify = (body: Record<string, unknown>, from: TestProtocol = protocol, address?: string) =>
  from.send("/auth/v1/verify", post(body), address);
const ask = {
  signup: async (email: string) => void (await signUp(email)),
  recovery: async (email: string) => {
    await confirmed(email);
    await protocol.client().auth.resetPasswordForEmail(email);
  },
  magiclink: async (email: string) => {
    await confirmed(email);
    await protocol.client().auth.signInWithOtp({ email });
  },
};
const TEMPLATES = { signup: "confirm-email", recovery: "reset-password", magiclink: "sign-in-link" };
type Kind = keyof typeof ask;
const KINDS = Object.keys(ask) as Kind[];

async function confirmed(email: string): Promise<void> {
  await signUp(email);
  await follow((await newestMail(email))?.link);
}

/** A new link of this kind. */
async function begin(kind: Kind) {
  const email = newAddress();
  await ask[kind](email);
  const mail = await newestMail(email, TEMPLATES[kind]);
  if (!mail) throw new Error(`No e-mail of the kind ${kind}`);
  return { email, mail };
}

describe.each(KINDS)("a %s link", (kind) => {
  test("contains 256 random bits, and the database stores only their hash", async () => {
    const { email, mail } = await begin(kind);
    const token = tokenOf(mail.link);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const rows = await query<{ row: string }>(
      protocol.connection,
      "select (link.*)::text || (account.*)::text as row from private.email_links as link join auth.users as account on account.id = link.user_id where link.email = $1",
      [email],
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).toContain(createHash("sha256").update(token).digest("hex"));
  });

  test("opens a session once, by GET or POST", async () => {
    const { mail } = await begin(kind);
    const first = await follow(mail.link);
    expect(tokensIn(first).access_token).not.toBe("");
    for (const answer of [await follow(mail.link), await verify({ type: kind, token_hash: tokenOf(mail.link) })])
      expect(answer.status === 303 ? answer.headers.get("location") : await answer.text()).toContain("otp_expired");
  });

  test("opens one session if it is followed many times at once", async () => {
    const { mail } = await begin(kind);
    const answers = await Promise.all(Array.from({ length: 6 }, () => follow(mail.link)));
    expect(answers.filter((answer) => tokensIn(answer).access_token)).toHaveLength(1);
  });

  test("is refused with the same words if it is unknown, of another kind, too old, or the library's own hash", async () => {
    const { email, mail } = await begin(kind);
    const token = tokenOf(mail.link);
    const [held] = await query<{ library_token: string }>(
      protocol.connection,
      "select library_token from private.email_links where email = $1 and used_at is null",
      [email],
    );
    const others = KINDS.filter((other) => other !== kind);
    const tries = [
      [kind, held?.library_token ?? ""],
      [kind, createHash("sha256").update(`${email}${mail.code}`).digest("hex")],
      [kind, randomBytes(32).toString("base64url")],
      [kind, `${token}A`],
      [kind, token.slice(1)],
      [kind, createHash("sha256").update(token).digest("hex")],
      [kind, "unknown"],
      ...others.map((other) => [other, token]),
    ] as [string, string][];
    const answers = new Set<string>();
    for (const [type, token_hash] of tries) {
      const posted = await verify({ type, token_hash });
      answers.add(`${posted.status} ${await posted.text()}`);
      const search = new URLSearchParams({ token: token_hash, type, redirect_to: `${SITE}/` });
      const followed = await protocol.send(`/auth/v1/verify?${search}`, { redirect: "manual" });
      expect(followed.headers.get("location")).toContain("error_code=otp_expired");
    }
    expect([...answers]).toHaveLength(1);
    await query(protocol.connection, "update private.email_links set expires_at = now() where email = $1", [email]);
    expect((await follow(mail.link)).headers.get("location")).toContain("error_code=otp_expired");
  });

  test("changes nothing if the session cannot be created, and works afterward", async () => {
    const { mail } = await begin(kind);
    await query(protocol.connection, "alter table auth.refresh_tokens rename to refresh_tokens_gone");
    const failed = await follow(mail.link);
    await query(protocol.connection, "alter table auth.refresh_tokens_gone rename to refresh_tokens");
    expect(tokensIn(failed).access_token).toBe("");
    expect(tokensIn(await follow(mail.link)).access_token).not.toBe("");
  });

  test("has a code that works once with the address", async () => {
    const { email, mail } = await begin(kind);
    expect((await verify({ type: kind, email: ` ${email.toUpperCase()} `, token: mail.code })).status).toBe(200);
    expect((await verify({ type: kind, email, token: mail.code })).status).toBe(403);
    expect((await follow(mail.link)).headers.get("location")).toContain("otp_expired");
  });

  test("has a code that is void after ten wrong guesses, while the link still works", async () => {
    const { email, mail } = await begin(kind);
    for (let guess = 0; guess < 10; guess += 1) {
      const token = String((Number(mail.code) + guess + 1) % 10 ** 8).padStart(8, "0");
      expect((await verify({ type: kind, email, token })).status).toBe(403);
    }
    expect((await verify({ type: kind, email, token: mail.code })).status).toBe(403);
    expect(tokensIn(await follow(mail.link)).access_token).not.toBe("");
  });
});

test("supabase-js verifies a code with the documented type email", async () => {
  for (const kind of KINDS) {
    const { email, mail } = await begin(kind);
    expect((await protocol.client().auth.verifyOtp({ email, token: mail.code, type: "email" })).error).toBeNull();
  }
});

test("a change of address is confirmed once, even if somebody signed up with the new one without confirming it", async () => {
  const email = newAddress();
  const next = newAddress();
  await confirmed(email);
  const owner = protocol.client();
  await owner.auth.signInWithPassword({ email, password });
  expect((await owner.auth.updateUser({ email: next })).error).toBeNull();
  const mail = await newestMail(next, "confirm-new-email");
  await signUp(next, "the-Attackers-own-1");
  expect(tokensIn(await follow(mail?.link)).access_token).not.toBe("");
  expect((await follow(mail?.link)).headers.get("location")).toContain("otp_expired");
  const signIn = (given: string) => protocol.client().auth.signInWithPassword({ email: next, password: given });
  expect((await signIn(password)).error).toBeNull();
  expect((await signIn("the-Attackers-own-1")).error).toMatchObject({ code: "invalid_credentials" });
});

test("part of a code cannot move into the address to bypass the count", async () => {
  const { email, mail } = await begin("signup");
  for (const cut of [1, 2, 4]) {
    const shifted = { email: `${email}${mail.code.slice(0, cut)}`, token: mail.code.slice(cut), type: "signup" };
    expect((await verify(shifted)).status).toBe(403);
  }
});

describe("failed guesses", () => {
  const wrong = (email: string) => ({ type: "recovery", email, token: "00000000" });
  const failures = async (limited: TestProtocol, guess: (at: number) => [string, string]) => {
    for (let at = 0; at < 1200; at += 1) {
      const [email, address] = guess(at);
      const answer = await verify(wrong(email), limited, address);
      if (answer.status === 429) return { at, wait: Number(answer.headers.get("retry-after")) };
    }
    return { at: Number.POSITIVE_INFINITY, wait: 0 };
  };

  test.each([
    ["by account", (at: number): [string, string] => ["a@example.com", `198.51.100.${at}`], 10],
    ["by address", (at: number): [string, string] => [`a${at}@example.com`, "198.51.100.9"], 60],
    ["in total", (at: number): [string, string] => [`a${at}@example.com`, `10.${at >> 8}.${at & 255}.1`], 1000],
  ])("are counted %s, and refused for a while", async (_name, guess, most) => {
    const limited = await openProtocol({ rateLimitScale: 1 });
    const { at, wait } = await failures(limited, guess);
    expect(at).toBe(most);
    expect(wait).toBeGreaterThan(0);
    await limited.close();
  });

  test("are all that counts: successful attempts are never refused", async () => {
    const limited = await openProtocol({ rateLimitScale: 1 });
    const client = limited.client();
    for (let round = 0; round < 15; round += 1) {
      const email = `fine-${round}@example.com`;
      await limited.send(
        "/auth/v1/signup",
        post({ email, password, data: { account_type: "client" } }),
        `192.0.2.${round}`,
      );
      const [mail] = await limited.mails(email);
      expect((await client.auth.verifyOtp({ email, token: mail?.code ?? "", type: "signup" })).error).toBeNull();
    }
    const text = "select count(*)::int as used from private.email_links where used_at is not null";
    expect(await query(limited.connection, text)).toEqual([{ used: 15 }]);
    await limited.close();
  });

  test("cannot all pass when they are sent at once", async () => {
    const limited = await openProtocol({ rateLimitScale: 1 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => verify(wrong("crowd@example.com"), limited, "198.51.100.9")),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    await limited.close();
  });
});

describe("an unconfirmed account", () => {
  const signIn = (email: string, given: string) =>
    protocol.client().auth.signInWithPassword({ email, password: given });
  const attacker = "the-Attackers-own-1";
  const rolesOf = (email: string) =>
    query<{ role: string; status: string }>(
      protocol.connection,
      "select held.role, held.status from public.user_roles as held join auth.users as account on account.id = held.user_id where account.email = $1",
      [email],
    );

  test("has no role and no profile until it is confirmed, then the requested ones", async () => {
    const email = newAddress();
    await signUp(email, password, { account_type: "sales", first_name: "Ann" });
    expect(await rolesOf(email)).toEqual([]);
    const profiles = () =>
      query(
        protocol.connection,
        "select first_name from public.profiles as profile join auth.users as account on account.id = profile.user_id where account.email = $1",
        [email],
      );
    expect(await profiles()).toEqual([]);
    await follow((await newestMail(email))?.link);
    expect(await rolesOf(email)).toEqual([{ role: "sales", status: "pending" }]);
    expect(await profiles()).toEqual([{ first_name: "Ann" }]);
  });

  test("is replaced by the newest sign-up: the first password, names and link no longer work", async () => {
    const email = newAddress();
    await signUp(email, attacker, { account_type: "sales", first_name: "Mallory" });
    const first = await newestMail(email);
    expect((await signUp(email, password, { account_type: "client", first_name: "Vera" })).error).toBeNull();
    const second = await newestMail(email);
    expect((await follow(first?.link)).headers.get("location")).toContain("otp_expired");
    expect((await verify({ type: "signup", email, token: first?.code ?? "" })).status).toBe(403);
    // No one knows which sign-up was the owner's, so the link leads to a new password, and neither password works.
    const answer = await follow(second?.link);
    expect(answer.headers.get("location")).toContain("/reset-password#");
    for (const chosen of [attacker, password])
      expect((await signIn(email, chosen)).error).toMatchObject({ code: "invalid_credentials" });
    const owner = protocol.client();
    await owner.auth.setSession(tokensIn(answer));
    expect((await owner.auth.updateUser({ password })).error).toBeNull();
    expect((await signIn(email, password)).error).toBeNull();
    expect(await rolesOf(email)).toEqual([{ role: "client", status: "active" }]);
  });

  test("stays contested after a third sign-up and another email, in any order", async () => {
    for (const order of [
      [attacker, password, password],
      [password, attacker, password],
      [password, attacker, attacker],
    ]) {
      const email = newAddress();
      for (const chosen of order) expect((await signUp(email, chosen, { account_type: "client" })).error).toBeNull();
      await protocol.client().auth.resend({ type: "signup", email });
      await follow((await newestMail(email, "confirm-email"))?.link);
      for (const chosen of [attacker, password])
        expect((await signIn(email, chosen)).error).toMatchObject({ code: "invalid_credentials" });
    }
  });

  test("keeps its password when the same person signs up again with it", async () => {
    const email = newAddress();
    await signUp(email, password, { account_type: "sales" });
    await signUp(email, password, { account_type: "client" });
    const answer = await follow((await newestMail(email))?.link);
    expect(answer.headers.get("location")).not.toContain("/reset-password");
    expect((await signIn(email, password)).error).toBeNull();
  });

  test.each(["recovery", "magiclink"] as const)(
    "keeps no password that was chosen before a %s link confirmed it",
    async (kind) => {
      const email = newAddress();
      await signUp(email, attacker);
      const { auth } = protocol.client();
      await (kind === "recovery" ? auth.resetPasswordForEmail(email) : auth.signInWithOtp({ email }));
      const opened = tokensIn(await follow((await newestMail(email, TEMPLATES[kind]))?.link));
      expect((await signIn(email, attacker)).error).toMatchObject({ code: "invalid_credentials" });
      const owner = protocol.client();
      await owner.auth.setSession(opened);
      expect((await owner.auth.updateUser({ password })).error).toBeNull();
      expect((await signIn(email, password)).error).toBeNull();
      expect((await signIn(email, attacker)).error).toMatchObject({ code: "invalid_credentials" });
    },
  );

  test("is replaced by an invitation: an earlier sign-up with the address never works again", async () => {
    const email = newAddress();
    await signUp(email, attacker, { account_type: "client", first_name: "Mallory" });
    const before = await newestMail(email);
    const token = await invite(email);
    expect((await follow(before?.link)).headers.get("location")).toContain("otp_expired");
    // The attacker tries again after the invitation was sent, and again after it was accepted.
    await signUp(email, attacker, { account_type: "client", first_name: "Mallory" });
    expect((await signUp(email, password, { invitation_token: token, first_name: "Vera" })).error).toBeNull();
    expect((await signUp(email, attacker, { account_type: "client" })).error).toMatchObject({
      code: "user_already_exists",
    });
    for (const { link, template } of await protocol.mails(email))
      if (template === "confirm-email") expect((await follow(link)).headers.get("location")).toContain("otp_expired");
    expect(await rolesOf(email)).toEqual([{ role: "sales", status: "active" }]);
    expect((await signIn(email, attacker)).error).toMatchObject({ code: "invalid_credentials" });
    const { data } = await signIn(email, password);
    expect(JSON.stringify(data.user)).not.toContain("Mallory");
    const left = await query(
      protocol.connection,
      "select 1 from auth.users as account where lower(email) = $1 and account.raw_user_meta_data::text like '%Mallory%'",
      [email],
    );
    expect(left).toEqual([]);
  });

  async function invite(email: string): Promise<string> {
    const boss = newAddress();
    await confirmed(boss);
    await query(
      protocol.connection,
      "insert into public.user_roles (user_id, role, status) select id, 'admin', 'active' from auth.users where email = $1",
      [boss],
    );
    const admin = protocol.client();
    await admin.auth.signInWithPassword({ email: boss, password });
    const { error } = await admin.rpc("invite_user", { p_email: email, p_role: "sales" });
    if (error) throw error;
    const [row] = await query<{ token: string }>(
      protocol.connection,
      "select payload -> 'data' ->> 'token' as token from private.outbox where payload ->> 'template' = 'invitation' and payload ->> 'to' = $1",
      [email],
    );
    return row?.token ?? "";
  }
});
