import { randomUUID } from "node:crypto";
import ICAL from "ical.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Records, startDnsServer } from "../support/dns-server.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { localInbox } from "../support/local-inbox.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

// The booking pages of a client at the client's own domain: everything works there, and nothing names the agency.
const SITE = "portal.localhost";
const DOMAIN = "smile.example.com";
const SLUG = "northside-dental";
const AGENCY = /upfunnel|portal\.localhost/i;
const records: Records = { [`A ${SITE}`]: ["198.51.100.7"], [`A ${DOMAIN}`]: ["198.51.100.7"] };
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let host: HostProcess;
let page: string;
beforeAll(async () => {
  dns = await startDnsServer(records);
  host = await startHostProcess({
    DATA_DIR: await seededDataDirectory(),
    RATE_LIMIT_SCALE: "0",
    DNS_SERVER: dns.address,
    SITE_URL: `https://${SITE}`,
  });
  const admin = await landingAdmin(host.url);
  const within = <Answer>(name: string, given: object) =>
    admin.call<Answer>(admin.client.rpc(name as "list_landing_pages", given as never).setHeader("x-account", SLUG));
  page = randomUUID();
  const content = "<h1>Smile</h1><form data-lead-form><input name=email><input name=name><input name=phone></form>";
  await within("create_landing_page", { p_id: page, p_slug: "smile", p_draft: { title: "Smile", content } });
  await within("publish_landing_page", { p_page_id: page, p_seen_revision: 1 });
  const domainId = await within<string>("add_landing_domain", { p_page_id: page, p_domain: DOMAIN });
  const { data } = await admin.client
    .from("landing_domains")
    .select("token")
    .eq("id", domainId)
    .setHeader("x-account", SLUG)
    .single();
  records[`TXT _upfunnel.${DOMAIN}`] = [`upfunnel-verify=${data?.token}`];
  expect(await admin.checkDomain(domainId)).toMatchObject({ state: "live" });
});
afterAll(async () => {
  await host.dispose();
  dns.stop();
});

const at = (name: string, path: string, form?: Record<string, string>) =>
  rawRequest(
    host.url,
    path,
    { Host: name, ...(form && { "Content-Type": "application/x-www-form-urlencoded" }) },
    form ? "POST" : "GET",
    form && String(new URLSearchParams(form)),
  );
const bare = (html: string) => html.replaceAll("&amp;", "&");
/** The addresses in a page's links and forms. */
const addressesOf = (html: string) =>
  [...bare(html).matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address = ""]) => address);

/** Books a free time on a booking page, and returns the path of the booked call. `nth` keeps the calls apart. */
async function book(name: string, path: string, nth: number, more: Record<string, string> = {}): Promise<string> {
  const month = await at(name, path);
  const days = [...bare(month.body).matchAll(/href="([^"]*day=[^"]*)"[^>]*aria-label/g)].map(
    ([, address = ""]) => address,
  );
  const day = await at(name, days[nth % days.length] ?? "");
  const [time = ""] = addressesOf(day.body).filter((address) => address.includes("at="));
  const form = await at(name, time);
  const hidden = Object.fromEntries(
    [...form.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, field = "", value = ""]) => [field, value],
    ),
  );
  const answer = await at(name, path.split("?")[0] ?? "", {
    ...hidden,
    name: "Pat Ient",
    email: `${randomUUID()}@visitor.example`,
    phone: "(503) 555-0148",
    ...more,
  });
  expect([answer.status, answer.body]).toEqual([303, ""]);
  return answer.headers.location ?? "";
}

test("all pages of a client's calls work at /book on its domain, and stay there", async () => {
  const types = await at(DOMAIN, "/book");
  expect([types.status, types.headers.location]).toEqual([302, "/book/aligner-consultation"]);
  const month = await at(DOMAIN, "/book/aligner-consultation");
  expect(month.status).toBe(200);
  expect(month.body).toContain("Northside Dental");
  // Visitors who come in person read the address, and the hours of the place, whatever zone they are in.
  const far = await at(DOMAIN, "/book/aligner-consultation?zone=Asia/Kathmandu");
  const hours = (html: string) => [...html.matchAll(/>(\d+:\d\d\s[AP]M)</g)].map(([, hour]) => hour);
  expect(hours(far.body)).toEqual(hours(month.body));
  for (const text of ["18 Example Avenue, Seattle", "Times are in Pacific Time, where you meet."])
    expect(far.body).toContain(text);
  const key = await book(DOMAIN, "/book/aligner-consultation?zone=Asia/Kathmandu", 0);
  expect(key).toMatch(/^\/booking\/[0-9a-f-]{36}$/);
  const booked = await at(DOMAIN, key);
  expect(booked.body).toContain("Your call is booked");
  expect(booked.body).toContain("Pacific Time");
  const moving = await at(DOMAIN, `${key}?move=1`);
  // Only the times of its hosts are offered.
  const hosts = />With ([^<]+)</.exec(booked.body)?.[1];
  expect(hosts).toBeTruthy();
  expect(moving.body).toContain(`Times with ${hosts}`);
  const [other = ""] = addressesOf(moving.body).filter((address) => address.includes("at="));
  const question = await at(DOMAIN, other);
  const time = /name="at" value="(\d+)"/.exec(question.body)?.[1] ?? "";
  expect((await at(DOMAIN, key, { action: "move", at: time })).headers.location).toBe(`${key}?moved=1`);
  const cancelling = await at(DOMAIN, `${key}?cancel=1`);
  expect((await at(DOMAIN, key, { action: "cancel" })).headers.location).toBe(key);
  const ended = await at(DOMAIN, key);
  expect(addressesOf(ended.body)).toContain(`/book/aligner-consultation?after=${key.split("/")[2]}`);
  const pages = { month, booked, moving, question, cancelling, ended };
  for (const [name, { body, headers }] of Object.entries(pages)) {
    expect([name, body.match(AGENCY), JSON.stringify(headers).match(AGENCY)]).toEqual([name, null, null]);
    expect([name, headers["strict-transport-security"]]).toEqual([name, undefined]);
    const foreign = addressesOf(body).filter(
      (address) => !/^(\/(?!\/)|#|\?|data:,|https:\/\/(calendar\.google|outlook\.live)\.com\/)/.test(address),
    );
    expect([name, foreign]).toEqual([name, []]);
    for (const path of addressesOf(body).filter((address) => /^\/(?!book)/.test(address)))
      expect([path, (await at(DOMAIN, path)).status]).toEqual([path, 200]);
  }
});

test("the calendar file of a call there names the client only, and its UID is the id of the booking alone", async () => {
  const key = await book(DOMAIN, "/book/aligner-consultation", 1);
  const file = await at(DOMAIN, `${key}/call.ics`);
  expect([file.status, file.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8; method=REQUEST"]);
  expect(file.body.match(AGENCY)).toBeNull();
  const event = new ICAL.Component(ICAL.parse(file.body)).getFirstSubcomponent("vevent");
  expect(String(event?.getFirstPropertyValue("summary"))).toBe("Aligner consultation, Northside Dental");
  expect(String(event?.getFirstPropertyValue("uid"))).toMatch(/^[0-9a-f-]{36}$/);
});

test("the emails of such a call lead to the client's domain, also the one after a form of its page", async () => {
  const email = `${randomUUID()}@visitor.example`;
  const sent = await rawRequest(
    host.url,
    "/functions/v1/submit-landing-form",
    { Host: DOMAIN, "Content-Type": "application/json", Referer: `https://${DOMAIN}/` },
    "POST",
    JSON.stringify({ _page: page, _elapsed: "20000", name: "Pat Ient", email, phone: "(503) 555-0149" }),
  );
  const { book: next = "" } = JSON.parse(sent.body) as { book?: string };
  expect(next).toMatch(/^\/book\?after=/);
  const step = await at(DOMAIN, next);
  const path = step.headers.location ?? "";
  expect(path).toMatch(/^\/book\/aligner-consultation\?after=/);
  // The form's fields are not asked again.
  await book(DOMAIN, path, 2, { email: "", name: "", phone: "" });
  const mail = await eventually(
    async () =>
      (await localInbox(host.url, email)).find(({ subject }) => subject.startsWith("Your call with Northside Dental")),
    (one) => one !== undefined,
    20_000,
  );
  expect(mail?.text).toContain(`https://${DOMAIN}/booking/`);
  expect(mail?.text).not.toContain(`${SITE}/booking/`);
});

test("no other account has pages there: not its calls, not its booked ones, and not by a form", async () => {
  const theirs = await book(SITE, "/book/agency/strategy-call", 1, { "answer-sell": "Shoes" });
  const path = theirs.replace(/^https:\/\/[^/]+/, "");
  expect((await at(SITE, path)).status).toBe(200);
  for (const [asked, form] of [
    ["/book/strategy-call"],
    ["/book/agency/strategy-call"],
    ["/book/clarity-call"],
    [path],
    [`${path}?move=1`],
    [`${path}/call.ics`],
    [path, { action: "cancel" }],
    ["/book/strategy-call", { name: "Pat" }],
  ] as [string, Record<string, string>?][]) {
    const answer = await at(DOMAIN, asked, form);
    expect([asked, answer.status, answer.body.match(AGENCY)]).toEqual([asked, 404, null]);
  }
  // The call is still booked.
  expect((await at(SITE, path)).body).toContain("Your call is booked");
});
