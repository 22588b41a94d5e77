import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { localInbox } from "../support/local-inbox.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
});
afterAll(() => host.dispose());

const contact = {
  form: "contact",
  firstName: "Ann",
  lastName: "Lee",
  email: "ann.lee@example.com",
  goals: "More calls",
};
const application = {
  form: "application",
  full_name: "Bo Lin",
  email: "bo.lin@example.com",
  company: "Lin & Sons",
  target_new_clients_per_month: "12",
  best_contact: "SMS",
  phone: "(503) 555-0148",
};

/** Submits a form as a browser without scripts does. */
const submit = (fields: Record<string, string> | [string, string][]) =>
  fetch(`${host.url}/contact`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

const inbox = (to: string) => localInbox(host.url, to);
const leads = async (email: string) => {
  const { client } = await signedInClient(host.url, "admin@example.com");
  const { data } = await client.from("leads").select("*, lead_activities(*)").eq("email", email);
  return data ?? [];
};

test("a plain contact form ends on the success page, with a lead and two emails", async () => {
  const answer = await submit(contact);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/contact#contact-call");
  const [lead] = await leads(contact.email);
  expect(lead).toMatchObject({ first_name: "Ann", last_name: "Lee", source: "website_form", is_spam: false });
  const [mine] = await inbox(contact.email);
  expect(mine?.subject).toBe("Upfunnel got your message");
  expect(mine?.text).toContain("Thanks, Ann.");
  expect(mine?.text).toContain("within 24 hours");
  const alert = (await inbox("hello@upfunnel.example")).find(({ subject }) => subject === "New message from Ann Lee");
  expect(alert?.html).toContain("More calls");
  expect(alert?.text).toContain("ann.lee@example.com");
});

test("a plain application does the same, and its alert contains every answer", async () => {
  const answer = await submit(application);
  expect(answer.headers.get("location")).toBe("/contact#application-call");
  const alert = (await inbox("hello@upfunnel.example")).find(({ subject }) => /Bo Lin/.test(subject));
  expect(alert?.subject).toBe("New application from Bo Lin, Lin & Sons");
  for (const words of ["Lin & Sons", "12", "SMS"]) expect(alert?.text).toContain(words);
  const [mine] = await inbox(application.email);
  expect(mine?.text).toContain("a person replies by SMS");
  expect(mine?.text).toContain("Phone: +1 503 555 0148");
});

test("a form tells the language that the browser prefers, with scripts and without, and never a crafted one", async () => {
  const header = { "Accept-Language": "en;q=0.5, de-AT" };
  const plain = (fields: Record<string, string>) =>
    fetch(`${host.url}/contact`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: header,
      redirect: "manual",
    });
  const call = (name: string, body: object) =>
    fetch(`${host.url}/functions/v1/send-${name}-email`, { method: "POST", body: JSON.stringify(body) });
  const { form: _form, ...lead } = application;
  const email = (of: string) => `language-${of}@example.com`;
  await plain({ ...contact, email: email("a") });
  await plain({ ...application, email: email("b"), phone: "", best_contact: "Email" });
  await call("contact", { ...contact, email: email("c"), language: "pt-BR" });
  await call("application", {
    lead: { ...lead, email: email("d"), phone: "", best_contact: "Email" },
    source: { language: "fr" },
  });
  await call("contact", { ...contact, email: email("e"), language: "<b>" });
  const languages = [];
  for (const of of ["a", "b", "c", "d", "e"])
    languages.push(((await leads(email(of)))[0]?.last_touch as { language?: string } | undefined)?.language);
  expect(languages).toEqual(["de-AT", "de-AT", "pt-BR", "fr", undefined]);
});

test("browser data may be cut at an emoji, but a person's words are never cut", async () => {
  const at = (most: number) => `${"x".repeat(most - 1)}😀`;
  const call = (name: string, body: object) =>
    fetch(`${host.url}/functions/v1/send-${name}-email`, { method: "POST", body: JSON.stringify(body) });
  const origin = {
    utm_source: at(255),
    referrer_url: at(2048),
    page_url: at(2048),
    user_agent: at(1000),
    landing_page: at(500),
  };
  const [one, two] = ["half-1@example.com", "half-2@example.com"];
  const texts = { ...contact, ...origin, email: one, lastName: "😀" };
  expect((await call("contact", texts)).status).toBe(200);
  const { form: _form, ...lead } = application;
  expect((await call("application", { lead: { ...lead, email: two, notes: "😀" }, source: origin })).status).toBe(200);
  for (const email of [one, two]) expect(JSON.stringify(await leads(email))).not.toContain("\ufffd");
  expect((await submit({ ...contact, email: "half-3@example.com", goals: at(10_000) })).status).toBe(303);
  expect((await submit({ ...contact, email: "half-4@example.com", firstName: at(300) })).status).toBe(400);
});

test("two clicks count as one submission", async () => {
  const twice = { ...contact, email: "twice@example.com" };
  const answers = await Promise.all([submit(twice), submit(twice)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await inbox(twice.email)).toHaveLength(1);
  expect((await leads(twice.email))[0]?.lead_activities).toHaveLength(1);
});

test("an incomplete form comes back with its input and names the missing field", async () => {
  const answer = await submit([
    ...Object.entries({ ...contact, email: "", adSpend: "$50,000+", goals: `"Quotes" & <b>tags</b>` }),
    ["interests", "Pro Funnel"],
    ["interests", "Not sure yet"],
  ] as [string, string][]);
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain("Please fill in all required fields");
  expect(page).toContain("First name, last name, email, and goals are required.");
  expect(page).toMatch(/value="Ann"/);
  expect(page).toContain("&quot;Quotes&quot; &amp; &lt;b&gt;tags&lt;/b&gt;");
  expect(page.match(/checked=""[^>]*value="[^"]+"|value="[^"]+"[^>]*checked=""/g)).toHaveLength(3);
  expect(page).toMatch(/<option selected="">\$50,000\+/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toContain("script-src 'self' 'nonce-");
});

test("spam gets the same response and sends no email", async () => {
  const answer = await submit({ ...contact, email: "spam@example.com", topic: "Cheap backlinks" });
  expect(answer.headers.get("location")).toBe("/contact#contact-call");
  expect(await leads("spam@example.com")).toMatchObject([{ is_spam: true }]);
  expect(await inbox("spam@example.com")).toEqual([]);
});

test("an invalid or oversized form gets the page and the right status", async () => {
  const json = await fetch(`${host.url}/contact`, {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "text/plain" },
  });
  expect(json.status).toBe(415);
  const large = await submit({ ...contact, goals: "x".repeat(300_000) });
  expect(large.status).toBe(413);
  for (const answer of [json, large]) expect(await answer.text()).toContain("Something went wrong");
});

test("an invented page state is shown as text, or not at all", async () => {
  const state = { form: "contact", title: "<script>alert(1)</script>", values: { firstName: ["<img>"] } };
  const headers = { "X-Form-State": Buffer.from(JSON.stringify(state)).toString("base64") };
  expect(await (await fetch(`${host.url}/contact`, { headers })).text()).not.toContain("alert(1)");
});

test("the function call and the direct insert reach the same inbox", async () => {
  const config = (await (await fetch(`${host.url}/config.json`)).json()) as { supabasePublishableKey: string };
  const headers = {
    "Content-Type": "application/json",
    apikey: config.supabasePublishableKey,
    Prefer: "return=minimal",
  };
  const row = {
    first_name: "Cy",
    last_name: "Day",
    email: "cy@example.com",
    goals: "Calls",
    interests: ["Base Funnel"],
  };
  const inserted = await fetch(`${host.url}/rest/v1/contacts`, { method: "POST", headers, body: JSON.stringify(row) });
  expect(inserted.status).toBe(201);
  const { firstName, lastName, goals } = contact;
  const body = JSON.stringify({ firstName, lastName, goals, email: "cy@example.com" });
  const called = await fetch(`${host.url}/functions/v1/send-contact-email`, { method: "POST", headers, body });
  expect(called.status).toBe(200);
  expect(await inbox("cy@example.com")).toHaveLength(2);
  expect((await leads("cy@example.com"))[0]?.lead_activities).toHaveLength(2);
});

test("tens of thousands of fields are refused at once, and so is a form on a foreign site", async () => {
  const names = Array.from({ length: 8_000 }, (_, index) => `${index.toString(36)}=`).join("&");
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect((await fetch(`${host.url}/contact`, { method: "POST", headers, body: names })).status).toBe(413);
  const foreign = await fetch(`${host.url}/contact`, {
    method: "POST",
    headers: { ...headers, "Sec-Fetch-Site": "cross-site" },
    body: new URLSearchParams(contact),
  });
  expect(foreign.status).toBe(403);
});
