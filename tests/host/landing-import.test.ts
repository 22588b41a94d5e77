import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
});
afterAll(() => host.dispose());

const HTML = "<title>Smile</title><h1>Smile again</h1><p>We straighten teeth.</p>";
const PAGE = { agreed: true, html: HTML };

/** Imports as a person, or as a visitor without a session. */
async function importAs(email: string | null, body: unknown, slug?: string) {
  const session = email ? (await signedInClient(host.url, email)).session : null;
  const answer = await fetch(`${host.url}/functions/v1/import-landing-page`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(session && { Authorization: `Bearer ${session.access_token}` }),
      ...(slug && { "x-account": slug }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as { code?: string; error?: string; title?: string }) };
}

/** Who said that a page is theirs, as the account's people read it. */
async function consents(email: string, slug?: string) {
  const { client, session } = await signedInClient(host.url, email);
  const asked = client.from("landing_imports").select("account_id, address, agreed_by").order("agreed_at");
  const { data, error } = await (slug ? asked.setHeader("x-account", slug) : asked);
  if (error) throw error;
  return { rows: data, me: session.user.id };
}

describe("Importing a page", () => {
  test("stores who said that the page is theirs, in the account that imports it", async () => {
    expect(await importAs("admin@example.com", PAGE)).toMatchObject({ status: 200, title: "Smile" });
    const { rows, me } = await consents("admin@example.com");
    expect(rows).toEqual([{ account_id: expect.any(String), address: null, agreed_by: me }]);

    expect(await importAs("client@example.com", PAGE, "northside-dental")).toMatchObject({ status: 200 });
    const theirs = await consents("client@example.com", "northside-dental");
    expect(theirs.rows).toEqual([{ account_id: expect.any(String), address: null, agreed_by: theirs.me }]);
    expect(theirs.rows[0]?.account_id).not.toBe(rows[0]?.account_id);
    expect((await consents("admin@example.com")).rows).toHaveLength(1);
  });

  test.each([
    ["no one", null, undefined, 401],
    ["a client in the agency's account", "client@example.com", undefined, 403],
    ["a client of another account", "client2@example.com", "northside-dental", 403],
    ["a client on the free plan", "client2@example.com", "ember-coaching", 403],
    ["a client without an account's data", "newclient@example.com", undefined, 403],
    ["a rep who waits for approval", "pending@example.com", undefined, 403],
    ["a rep whose access was denied", "rejected@example.com", undefined, 403],
    ["a rep, who writes no pages", "sales@example.com", undefined, 403],
    ["a rep in a client's account", "sales@example.com", "northside-dental", 403],
  ])("is refused to %s, and stores nothing", async (_, email, slug, status) => {
    const before = (await consents("admin@example.com")).rows.length;
    expect(await importAs(email, PAGE, slug)).toMatchObject({ status, error: expect.stringMatching(/\w/) });
    expect((await consents("admin@example.com")).rows).toHaveLength(before);
  });

  test.each([
    ["without the word that it is theirs", { html: HTML }],
    ["with another word", { agreed: "yes", html: HTML }],
    ["with no page", { agreed: true }],
    ["with an empty page", { agreed: true, html: " \n ", address: " " }],
    ["of numbers", { agreed: true, html: 7 }],
    ["with a URL without end", { agreed: true, address: `https://a.example/${"a".repeat(3000)}` }],
    ["in a list", [PAGE]],
    ["that is no JSON", "{"],
  ])("is refused %s", async (_, body) => {
    const before = (await consents("admin@example.com")).rows.length;
    expect(await importAs("admin@example.com", body)).toMatchObject({ status: 400, code: "bad_request" });
    expect((await consents("admin@example.com")).rows).toHaveLength(before);
  });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
    "https://localhost/",
    "https://me:secret@example.com/",
    "https://example.com:8443/",
    "http://example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "not a URL",
  ])("reads nothing at %s", async (address) => {
    expect(await importAs("admin@example.com", { agreed: true, address })).toMatchObject({
      status: 400,
      code: "private_address",
    });
  });

  test("says what is wrong with a page that is too large or has nothing to read", async () => {
    const mega = 1024 * 1024;
    const send = (html: string) => importAs("admin@example.com", { agreed: true, html });
    // Counted as bytes: every é is two.
    expect(await send("é".repeat(mega + 1))).toMatchObject({ status: 400, code: "too_large" });
    expect(await send(`<p>${"x".repeat(6 * mega)}`)).toMatchObject({ status: 413, code: "request_too_large" });
    expect(await send("<script>document.write('all')</script>")).toMatchObject({ status: 400, code: "nothing_found" });
  });

  test("is possible 60 times in an hour, however many come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => importAs("client@example.com", PAGE, "northside-dental")),
    );
    const { rows } = await consents("client@example.com", "northside-dental");
    expect(rows).toHaveLength(60);
    const refused = answers.filter(({ status }) => status !== 200);
    // One was imported by the first test.
    expect(refused).toHaveLength(11);
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(["429 too_many_imports"]));
    expect(await importAs("admin@example.com", PAGE)).toMatchObject({ status: 200 });
  });
});
