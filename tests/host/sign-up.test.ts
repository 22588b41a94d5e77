import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { query } from "../../server/database/query.ts";
import { openProtocol, post, SITE, type TestProtocol } from "../support/protocol.ts";

let protocol: TestProtocol;
beforeAll(async () => {
  protocol = await openProtocol();
});
afterAll(() => protocol.close());

const password = "a-Fair-password-7";
const person = (
  email: string,
  data: Record<string, unknown> = { first_name: "Ada", last_name: "Quist", account_type: "client" },
) => ({ email, password, options: { data } });
/** Follows the newest link for this mailbox. */
async function confirm(email: string): Promise<string | null> {
  const [mail] = await protocol.mails(email);
  const answer = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
  return answer.headers.get("location");
}
const count = async (text: string, parameters: unknown[]) =>
  (await query(protocol.connection, text, parameters)).length;

describe("signing up", () => {
  test("creates an account that stays closed until the email's link is followed", async () => {
    const client = protocol.client();
    const { data, error } = await client.auth.signUp(person("ada@example.com"));
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    const early = await client.auth.signInWithPassword({ email: "ada@example.com", password });
    expect(early.error).toMatchObject({ code: "email_not_confirmed", message: "Email not confirmed" });

    const [mail] = await protocol.mails("ada@example.com");
    expect(mail?.template).toBe("confirm-email");
    const confirmed = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    expect(confirmed.headers.get("location")).toMatch(new RegExp(`^${SITE}/#access_token=`));
    expect((await client.auth.signInWithPassword({ email: "ada@example.com", password })).error).toBeNull();
    const { data: roles } = await client.from("user_roles").select("role, status");
    expect(roles).toEqual([{ role: "client", status: "active" }]);
  });

  test("has a link that works once", async () => {
    await protocol.client().auth.signUp(person("once@example.com"));
    const [mail] = await protocol.mails("once@example.com");
    const path = (mail?.link ?? "").slice(SITE.length);
    await protocol.send(path, { redirect: "manual" });
    const again = await protocol.send(path, { redirect: "manual" });
    expect(again.headers.get("location")).toContain("#error=access_denied&error_code=otp_expired");
  });

  test("never redirects to another host", async () => {
    await protocol.client().auth.signUp(person("elsewhere@example.com"));
    const [mail] = await protocol.mails("elsewhere@example.com");
    const url = new URL(mail?.link ?? "");
    url.searchParams.set("redirect_to", "https://evil.example/");
    const answer = await protocol.send(url.pathname + url.search, { redirect: "manual" });
    expect(answer.headers.get("location")).toMatch(new RegExp(`^${SITE}[/#]`));
  });

  test("reports a known email, in any spelling", async () => {
    await protocol.client().auth.signUp(person("known@example.com"));
    await confirm("known@example.com");
    const { error } = await protocol.client().auth.signUp(person("Known@Example.com"));
    expect(error).toMatchObject({ status: 422, code: "user_already_exists", message: "User already registered" });
  });

  test("creates one account, profile, role and email if sent eight times at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => protocol.client().auth.signUp(person("crowd@example.com"))),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(8);
    expect(await count("select 1 from auth.users where email = $1", ["crowd@example.com"])).toBe(1);
    expect(await protocol.mails("crowd@example.com")).toHaveLength(1);
    await confirm("crowd@example.com");
    expect(
      await count("select 1 from public.user_roles r join auth.users u on u.id = r.user_id where u.email = $1", [
        "crowd@example.com",
      ]),
    ).toBe(1);
  });

  test("creates no account if the email cannot be enqueued, and works when tried again", async () => {
    await query(
      protocol.connection,
      "alter function public.enqueue_outbox(text, text, jsonb, timestamptz, integer) rename to enqueue_outbox_gone",
    );
    const { error } = await protocol.client().auth.signUp(person("half@example.com"));
    await query(
      protocol.connection,
      "alter function public.enqueue_outbox_gone(text, text, jsonb, timestamptz, integer) rename to enqueue_outbox",
    );
    expect(error?.status).toBe(500);
    expect(await count("select 1 from auth.users where email = $1", ["half@example.com"])).toBe(0);
    expect((await protocol.client().auth.signUp(person("half@example.com"))).error).toBeNull();
  });

  test.each([
    ["admin", "admin"],
    ["Sales", "Sales"],
    ["a list", ["sales"]],
    ["an object", { role: "admin" }],
    ["an empty text", ""],
  ])("refuses the account type %s and leaves no account", async (_name, account_type) => {
    const { error } = await protocol.client().auth.signUp(person("refused@example.com", { account_type }));
    expect(error).toMatchObject({ status: 422, code: "validation_failed" });
    expect(await count("select 1 from auth.users where email = $1", ["refused@example.com"])).toBe(0);
  });

  test("gives no role without an account type, whatever else is sent", async () => {
    const data = { role: "admin", status: "active", roles: ["admin"], app_metadata: { role: "admin" } };
    expect((await protocol.client().auth.signUp(person("plain@example.com", data))).error).toBeNull();
    expect(
      await count("select 1 from public.user_roles r join auth.users u on u.id = r.user_id where u.email = $1", [
        "plain@example.com",
      ]),
    ).toBe(0);
  });

  test("needs approval for sales", async () => {
    await protocol.client().auth.signUp(person("rep@example.com", { account_type: "sales", status: "active" }));
    await confirm("rep@example.com");
    const rows = await query(
      protocol.connection,
      "select r.role, r.status from public.user_roles r join auth.users u on u.id = r.user_id where u.email = $1",
      ["rep@example.com"],
    );
    expect(rows).toEqual([{ role: "sales", status: "pending" }]);
  });

  test.each([
    ["password", "common"],
    ["QWERTY123", "common"],
    ["abc", "length"],
  ])("refuses the weak password %s with its reason", async (weak, reason) => {
    const { error } = await protocol.client().auth.signUp({ ...person("weak@example.com"), password: weak });
    expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: [reason] });
  });

  test.each([
    ["a name that is a number", { first_name: 7 }],
    ["a name of a thousand letters", { last_name: "x".repeat(1000) }],
  ])("refuses %s", async (_name, data) => {
    const { error } = await protocol.client().auth.signUp(person("names@example.com", data));
    expect(error?.status).toBe(422);
  });

  test("keeps names that look like SQL and HTML unchanged", async () => {
    const first_name = "Robert'); drop table public.profiles;--";
    const last_name = "<script>alert(1)</script>";
    await protocol.client().auth.signUp(person("bobby@example.com", { first_name, last_name, account_type: "client" }));
    await confirm("bobby@example.com");
    const rows = await query(
      protocol.connection,
      "select first_name, last_name from public.profiles p join auth.users u on u.id = p.user_id where u.email = $1",
      ["bobby@example.com"],
    );
    expect(rows).toEqual([{ first_name, last_name }]);
  });
});

describe("requesting another confirmation", () => {
  const again = (email: string) => protocol.client().auth.resend({ type: "signup", email });

  test("sends a new link that works, and the old one no longer does", async () => {
    await protocol.client().auth.signUp(person("again@example.com"));
    const [first] = await protocol.mails("again@example.com");
    expect((await again("Again@example.com")).error).toBeNull();
    const [second] = await protocol.mails("again@example.com");
    expect(second?.link).not.toBe(first?.link);
    const open = async (link = "") =>
      (await protocol.send(link.slice(SITE.length), { redirect: "manual" })).headers.get("location");
    expect(await open(first?.link)).toContain("otp_expired");
    expect(await open(second?.link)).toContain("#access_token=");
  });

  test("sends a code that works as well", async () => {
    await protocol.client().auth.signUp(person("code@example.com"));
    await again("code@example.com");
    const [mail] = await protocol.mails("code@example.com");
    const { error } = await protocol
      .client()
      .auth.verifyOtp({ email: "code@example.com", token: mail?.code ?? "", type: "signup" });
    expect(error).toBeNull();
  });

  test("sends nothing to confirmed or unknown addresses, with the same answer", async () => {
    const before = (await protocol.mails("ada@example.com")).length;
    expect((await again("ada@example.com")).error).toBeNull();
    expect((await again("unknown-person@example.com")).error).toBeNull();
    expect(await protocol.mails("ada@example.com")).toHaveLength(before);
    expect(await protocol.mails("unknown-person@example.com")).toEqual([]);
  });
});

describe("features of the library that the product turns off", () => {
  test("a code for an unknown address creates no account and does not reveal that", async () => {
    const { error } = await protocol
      .client()
      .auth.signInWithOtp({ email: "nobody@example.com", options: { shouldCreateUser: true } });
    expect(error).toBeNull();
    expect(await count("select 1 from auth.users where email = $1", ["nobody@example.com"])).toBe(0);
  });

  test.each([
    "/auth/v1/magiclink",
    "/auth/v1/authorize",
    "/auth/v1/callback",
    "/auth/v1/nonexistent",
    "/auth/v1/admin/users",
  ])("%s is closed", async (path) => {
    for (const method of ["GET", "POST"]) expect((await protocol.send(path, { method })).status).toBe(404);
  });

  test("recovery does not reveal who has an account", async () => {
    const known = await protocol.send("/auth/v1/recover", post({ email: "ada@example.com" }));
    const unknown = await protocol.send("/auth/v1/recover", post({ email: "stranger@example.com" }));
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  });
});

describe("without a mailer in production", () => {
  test("sign-up is closed and says why", async () => {
    const closed = await openProtocol({ canSendMail: false });
    const { error } = await closed.client().auth.signUp(person("early@example.com"));
    expect(error).toMatchObject({ status: 503 });
    expect(error?.message).toContain("can't send");
    await closed.close();
  });
});

describe("correcting a mistyped address", () => {
  let number = 0;
  const pair = () => [`typo-${++number}@example.com`, `right-${number}@example.com`] as const;
  const signUp = (email: string, data: Record<string, unknown> = {}, given = password) =>
    protocol.client().auth.signUp({ email, password: given, options: { data: { account_type: "client", ...data } } });
  const exists = (email: string) => count("select from auth.users where email = $1", [email]);

  test("moves the sign-up: the old link is void, and the new one opens the account", async () => {
    const [typo, right] = pair();
    await signUp(typo);
    const [old] = await protocol.mails(typo);
    expect((await signUp(right, { replaces: typo.toUpperCase() })).error).toBeNull();
    expect([await exists(typo), await exists(right)]).toEqual([0, 1]);
    const followed = await protocol.send((old?.link ?? "").slice(SITE.length), { redirect: "manual" });
    expect(followed.headers.get("location")).toContain("otp_expired");
    expect(await confirm(right)).toContain("#access_token=");
    const { data } = await protocol.client().auth.signInWithPassword({ email: right, password });
    expect(data.user?.user_metadata).not.toHaveProperty("replaces");
  });

  test("happens once if it is sent eight times at once, and again later", async () => {
    const [typo, right] = pair();
    await signUp(typo);
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(right, { replaces: typo })));
    expect(answers.map(({ error }) => error)).toEqual(Array(8).fill(null));
    expect((await signUp(right, { replaces: typo })).error).toBeNull();
    expect([await exists(typo), await exists(right)]).toEqual([0, 1]);
    expect(await protocol.mails(right)).toHaveLength(1);
  });

  test("needs the password of the sign-up, and never touches a confirmed account", async () => {
    const [typo, right] = pair();
    await signUp(typo);
    expect((await signUp(right, { replaces: typo }, "the-Attackers-own-1")).error).toBeNull();
    expect(await exists(typo)).toBe(1);
    await confirm(typo);
    const [, other] = pair();
    expect((await signUp(other, { replaces: typo })).error).toBeNull();
    expect([await exists(typo), await exists(other)]).toEqual([1, 1]);
  });

  test("keeps the first sign-up if the new address has an account already", async () => {
    const [typo, taken] = pair();
    await signUp(taken);
    await confirm(taken);
    await signUp(typo);
    expect((await signUp(taken, { replaces: typo })).error).toMatchObject({ code: "user_already_exists" });
    expect(await exists(typo)).toBe(1);
    expect(await confirm(typo)).toContain("#access_token=");
  });

  test("keeps the sign-up that the owner of the mistyped address makes in the meantime", async () => {
    const [typo, right] = pair();
    await signUp(typo);
    await signUp(typo, {}, "the-Owners-own-9");
    await signUp(right, { replaces: typo });
    expect([await exists(typo), await exists(right)]).toEqual([1, 1]);
  });

  test("answers alike for unknown, unconfirmed, foreign and confirmed addresses, and bounds the guesses", async () => {
    const [typo] = pair();
    await signUp(typo);
    const [foreign] = pair();
    await signUp(foreign, {}, "the-Attackers-own-1");
    const [known] = pair();
    await signUp(known);
    await confirm(known);
    const says = new Set<string>();
    for (const replaces of [typo, foreign, known, "nobody-at-all@example.com", "not an address"]) {
      const answer = await protocol.send(
        "/auth/v1/signup",
        post({ email: pair()[1], password, data: { account_type: "client", replaces } }),
      );
      const body = JSON.stringify(Object.keys((await answer.json()) as object).sort());
      says.add(`${answer.status} ${body} ${[...answer.headers.keys()].sort()}`);
    }
    expect([...says]).toHaveLength(1);

    const limited = await openProtocol({ rateLimitScale: 1 });
    const guess = (at: number) =>
      limited.send(
        "/auth/v1/signup",
        post({ email: `guess-${at}@example.com`, password, data: { replaces: "victim@example.com" } }),
      );
    const statuses = [];
    for (let at = 0; at < 22; at += 1) statuses.push((await guess(at)).status);
    expect(statuses.indexOf(429)).toBe(20);
    await limited.close();
  });
});

describe("a confirmation link", () => {
  const age = (email: string, hours: number) =>
    query(
      protocol.connection,
      `with older as (update private.email_links set expires_at = expires_at - make_interval(hours => $2) where email = $1)
       update auth.users set confirmation_sent_at = now() - make_interval(hours => $2) where email = $1`,
      [email, hours],
    );

  test.each([
    [23, "#access_token="],
    [25, "otp_expired"],
  ])("after %i hours leads to %s", async (hours, result) => {
    const email = `after-${hours}@example.com`;
    await protocol.client().auth.signUp(person(email));
    await age(email, hours);
    expect(await confirm(email)).toContain(result);
  });
});

describe("signing up with an invitation", () => {
  async function invite(email: string): Promise<string> {
    const token = randomBytes(32).toString("hex");
    await query(
      protocol.connection,
      "insert into public.invitations (email, role, token_hash) values ($1, 'sales', sha256(convert_to($2, 'UTF8')))",
      [email, token],
    );
    return token;
  }
  const invited = (email: string, token: string, given = password) =>
    protocol.client().auth.signUp({ email, password: given, options: { data: { invitation_token: token } } });
  const accounts = (email: string) => count("select 1 from auth.users where lower(email) = $1", [email]);

  test("signs in without a second email, and gives the role", async () => {
    const client = protocol.client();
    const data = { invitation_token: await invite("ida@example.com"), first_name: "Ida" };
    const { data: answer, error } = await client.auth.signUp(person("Ida@Example.com", data));
    expect(error).toBeNull();
    expect(answer.user?.email).toBe("ida@example.com");
    expect(answer.session?.access_token).toBeTruthy();
    expect(await protocol.mails("ida@example.com")).toEqual([]);
    expect((await client.from("user_roles").select("role, status")).data).toEqual([
      { role: "sales", status: "active" },
    ]);
    expect((await protocol.client().auth.resend({ type: "signup", email: "ida@example.com" })).error).toBeNull();
    expect(await protocol.mails("ida@example.com")).toEqual([]);
    expect((await protocol.client().auth.signInWithPassword({ email: "ida@example.com", password })).error).toBeNull();
  });

  test("lets one of eight in that are sent at once, each with a password of its own", async () => {
    const token = await invite("rush@example.com");
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => invited("rush@example.com", token, `${password}${at}`)),
    );
    expect(answers.filter(({ data }) => data.session)).toHaveLength(1);
    for (const { error } of answers) if (error) expect(error.code).toBe("user_already_exists");
    expect(await accounts("rush@example.com")).toBe(1);
  });

  test("confirms no other address, and nothing when the invitation is used, revoked, expired or made up", async () => {
    const ends = async (email: string, change: string) => {
      const token = await invite(email);
      await query(protocol.connection, `update public.invitations set ${change} where email = $1`, [email]);
      return [email, token] as const;
    };
    const tried = [
      ["other@example.com", await invite("owner@example.com")],
      ["owner+1@example.com", await invite("owner2@example.com")],
      ["guessed@example.com", randomBytes(32).toString("hex")],
      ...["", "'; drop", "%", "x".repeat(5000), "\u202e", "[object Object]"].map(
        (shape, at) => [`shape-${at}@example.com`, shape] as const,
      ),
      await ends("used@example.com", "accepted_at = now()"),
      await ends("revoked@example.com", "revoked_at = now()"),
      await ends("late@example.com", "expires_at = now()"),
    ] as const;
    for (const [email, token] of tried) {
      const { data, error } = await invited(email, token);
      expect([error?.status, error?.message], email).toEqual([
        422,
        "This invitation was revoked or has expired. Ask for a new one.",
      ]);
      expect([data.session, await accounts(email)], email).toEqual([null, 0]);
    }
    // Without the invitation, they sign up as everyone does.
    const { data } = await protocol.client().auth.signUp(person("late@example.com"));
    expect(data.session).toBeNull();
    expect((await protocol.mails("late@example.com")).map(({ template }) => template)).toEqual(["confirm-email"]);
  });

  test("replaces the unconfirmed account of a stranger, whose password and link stop working", async () => {
    await protocol.client().auth.signUp({ ...person("squat@example.com"), password: "the-Strangers-own-1" });
    const [mail] = await protocol.mails("squat@example.com");
    const { data } = await invited("squat@example.com", await invite("squat@example.com"));
    expect(data.session).not.toBeNull();
    const followed = await protocol.send((mail?.link ?? "").slice(SITE.length), { redirect: "manual" });
    expect(followed.headers.get("location")).toContain("otp_expired");
    const stranger = { email: "squat@example.com", password: "the-Strangers-own-1" };
    expect((await protocol.client().auth.signInWithPassword(stranger)).error?.code).toBe("invalid_credentials");
  });

  test("leaves nothing when no session can be opened, and works when tried again", async () => {
    const token = await invite("unlucky@example.com");
    await query(protocol.connection, "alter table auth.refresh_tokens rename to refresh_tokens_gone");
    const failed = await invited("unlucky@example.com", token);
    await query(protocol.connection, "alter table auth.refresh_tokens_gone rename to refresh_tokens");
    expect([failed.error?.status, await accounts("unlucky@example.com")]).toEqual([500, 0]);
    expect((await invited("unlucky@example.com", token)).data.session).not.toBeNull();
  });
});
