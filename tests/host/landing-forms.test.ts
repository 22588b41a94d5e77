import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxLengths } from "../../domain/submission-rules.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { landingAdmin } from "../support/landing.ts";
import { localInbox } from "../support/local-inbox.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
let page: string;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  admin = await landingAdmin(host.url);
  page = await admin.make("form-page", { content: "<form data-lead-form><input name=email></form>" });
});
afterAll(() => host.dispose());

const FORM = "/functions/v1/submit-landing-form";
let people = 0;
const newPerson = () => `visitor-${++people}@example.com`;
const fields = (more: Record<string, string>) =>
  new URLSearchParams({ _page: page, _version: "1", _form: "1", ...more }).toString();
const post = (body: string, headers: Record<string, string> = {}) =>
  rawRequest(
    host.url,
    FORM,
    { "Content-Type": "application/x-www-form-urlencoded", Origin: "null", ...headers },
    "POST",
    body,
  );
const stored = async (email: string) => {
  const { data } = await admin.client.from("landing_submissions").select("*").eq("answers->>email", email);
  return data ?? [];
};
const leads = async (email: string) => (await admin.client.from("leads").select("*").eq("email", email)).data ?? [];

describe("A landing page form", () => {
  test("sent without scripts redirects to the page and becomes a lead with all its answers", async () => {
    const email = newPerson();
    const Referer = `${host.url}/landing/form-page?utm_source=Instagram&utm_campaign=spring`;
    const answer = await post(
      fields({
        name: "Ann van Lee",
        email,
        phone: "+1 555 0100",
        budget: "<b>100</b> & more",
        message: "Hello\r\nthere",
      }),
      { Referer },
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(
      "/landing/form-page?utm_source=Instagram&utm_campaign=spring&sent=1#sent-call",
    );
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(await leads(email)).toMatchObject([
      { first_name: "Ann", last_name: "van Lee", source: "landing_page", is_spam: false },
    ]);
    expect(await stored(email)).toMatchObject([
      {
        page_id: page,
        version: 1,
        source: "instagram",
        utm: { utm_source: "Instagram", utm_campaign: "spring" },
        answers: { budget: "<b>100</b> & more", message: "Hello\nthere", phone: "+1 555 0100" },
      },
    ]);
  });

  test("sent without scripts from a sandbox to the page's own address keeps its campaign and redirects back", async () => {
    const email = newPerson();
    const path = "/landing/form-page?utm_source=Ads";
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: "null" };
    const answer = await rawRequest(host.url, path, headers, "POST", fields({ email, _form: "2" }));
    expect([answer.status, answer.headers.location]).toEqual([303, `${path}&sent=1#sent-call-2`]);
    expect(await stored(email)).toMatchObject([{ source: "ads" }]);
  });

  test("sent by the page's script from an opaque origin gets JSON", async () => {
    const email = newPerson();
    const body = fields({
      email,
      first_name: "Bo",
      _elapsed: "9000",
      _id: randomUUID(),
      _query: "?utm_medium=paid",
      _referrer: "https://www.google.com/",
    });
    const answer = await post(body, { Accept: "application/json" });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { success: true }]);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(await stored(email)).toMatchObject([
      { source: "google.com", utm: { utm_medium: "paid" }, referrer_url: "https://www.google.com/" },
    ]);
    const preflight = await rawRequest(
      host.url,
      FORM,
      { Origin: "null", "Access-Control-Request-Method": "POST" },
      "OPTIONS",
    );
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  });

  test("is accepted as JSON and as multipart", async () => {
    const [one, two] = [newPerson(), newPerson()];
    const json = await fetch(`${host.url}${FORM}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ _page: page, email: one, interests: ["a", "b"], size: 4 }),
    });
    expect([json.status, await json.json()]).toMatchObject([200, { success: true }]);
    expect(await stored(one)).toMatchObject([{ answers: { interests: "a, b", size: "4" } }]);
    const data = new FormData();
    for (const [name, value] of Object.entries({ _page: page, email: two })) data.append(name, value);
    data.append("file", new Blob(["x"]), "x.txt");
    expect((await fetch(`${host.url}${FORM}`, { method: "POST", body: data, redirect: "manual" })).status).toBe(303);
    expect((await stored(two))[0]?.answers).toEqual({ email: two });
  });

  test("sent twice becomes one lead and one submission, with and without an id", async () => {
    for (const more of [{ _id: randomUUID() }, {}] as Record<string, string>[]) {
      const email = newPerson();
      const answers = await Promise.all([1, 2, 3].map(() => post(fields({ email, ...more }))));
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
      expect(await stored(email)).toHaveLength(1);
      expect(await leads(email)).toHaveLength(1);
    }
  });

  test.each([
    ["hidden field filled in", { _topic: "buy" }],
    ["sent too fast", { _elapsed: "300" }],
  ])("that looks like spam (%s) gets the usual response and sends no email", async (_, more) => {
    const email = newPerson();
    expect((await post(fields({ email, ...more }))).status).toBe(303);
    expect(await leads(email)).toMatchObject([{ is_spam: true }]);
    const inbox = await localInbox(host.url);
    expect(inbox.filter(({ to, text }) => to === email || text.includes(email))).toEqual([]);
  });

  test("sends emails to the team and the visitor", async () => {
    const email = newPerson();
    await post(fields({ email, name: "Cy Doe", budget: "5k" }));
    const inbox = await localInbox(host.url);
    const alert = inbox.find(({ subject }) => subject === "New lead from Cy Doe: A page");
    expect(alert?.text).toContain("Budget: 5k");
    expect(inbox.some(({ to }) => to === email)).toBe(true);
  });

  test.each([
    ["no email address", { email: "" }, "email"],
    ["an invalid email address", { email: "someone" }, "email"],
    ["too much text", { email: "x@example.com", message: "x".repeat(10_001) }, "fields"],
  ])("with %s is refused with a message on the page", async (_, more, problem) => {
    const Referer = `${host.url}/landing/form-page`;
    const plain = await post(fields(more), { Referer });
    expect([plain.status, plain.headers.location]).toEqual([
      303,
      `/landing/form-page?problem=${problem}#problem-${problem}`,
    ]);
    const scripted = await post(fields(more), { Accept: "application/json" });
    expect([scripted.status, JSON.parse(scripted.body).problem]).toEqual([400, problem]);
    expect((await rawRequest(host.url, "/landing/form-page", {})).body).toContain(`id="problem-${problem}"`);
  });

  test("never redirects to another site", async () => {
    for (const Referer of ["https://evil.example/landing/form-page", "javascript:alert(1)", "//evil.example", ""]) {
      const { location } = (await post(fields({ email: newPerson() }), { Referer })).headers;
      expect([Referer, location ?? "none"]).toEqual([Referer, expect.not.stringContaining("evil")]);
    }
  });

  test("is refused for a draft, an unknown page, or an invalid body", async () => {
    const draft = await admin.make("form-draft", {}, false);
    for (const _page of [draft, randomUUID(), "x", ""])
      expect(
        (await post(new URLSearchParams({ _page, email: newPerson() }).toString(), { Accept: "application/json" }))
          .status,
      ).toBe(404);
    expect((await rawRequest(host.url, FORM, {}, "GET")).status).toBe(405);
    expect((await post("x".repeat(300_000))).status).toBe(413);
    expect((await rawRequest(host.url, FORM, { "Content-Type": "application/json" }, "POST", "[1")).status).toBe(400);
  });

  test("keeps unusual names and characters", async () => {
    const email = newPerson();
    await post(
      fields({
        email,
        __proto__: "x",
        constructor: "y",
        "a\0b": "c\0d",
        ["n".repeat(300)]: "long",
        "Ünï 😀": "\ud800ok",
      }),
    );
    const [row] = await stored(email);
    expect(row?.answers).toMatchObject({ constructor: "y", ab: "cd", ["n".repeat(100)]: "long" });
  });

  test("is stored if a long name, answer, campaign or referrer is cut at an emoji", async () => {
    // The first half of the last emoji is just within the limit.
    const at = (most: number) => `${"x".repeat(most - 1)}😀`;
    const names = maxLengths.name;
    for (const more of [
      { name: `${at(names)} ${at(names)}` },
      { first_name: at(names), last_name: at(names), company: at(maxLengths.company), phone: at(maxLengths.phone) },
      { [at(100)]: "long name" },
      { _query: `?utm_source=${at(100)}&utm_campaign=${at(255)}`, _referrer: `https://example.com/${at(1980)}` },
    ] as Record<string, string>[]) {
      const email = newPerson();
      const answer = await post(fields({ email, ...more }), { Accept: "application/json" });
      expect([Object.keys(more), answer.status]).toEqual([Object.keys(more), 200]);
      expect(JSON.parse(answer.body)).toMatchObject({ success: true });
      expect(await leads(email)).toHaveLength(1);
    }
  });
});

test("Too many forms from one address are redirected to the page with the reason", async () => {
  const strict = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0.02" });
  try {
    const Referer = `${strict.url}/landing/northside-dental-aligners`;
    const send = () =>
      rawRequest(strict.url, FORM, { "Content-Type": "application/x-www-form-urlencoded", Referer }, "POST", "_page=x");
    await send();
    const refused = await send();
    expect([refused.status, refused.headers.location]).toEqual([
      303,
      "/landing/northside-dental-aligners?problem=busy#problem-busy",
    ]);
  } finally {
    await strict.dispose();
  }
});
