import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Asked,
  FUNCTIONS,
  functionRequests,
  type Given,
  headerRequests,
  pageRequests,
  storageRequests,
} from "../support/isolation/requests.ts";
import { FILES, mailbox, PLANTED, type RunningHost, startFilledHost } from "../support/isolation/running-host.ts";
import {
  AGENCY,
  B,
  CALLERS,
  CLIENTS,
  INSIDERS,
  idOf,
  NOBODY,
  patternOf,
  type Tenant,
} from "../support/isolation/tenants.ts";
import { localInbox, type Mail } from "../support/local-inbox.ts";
import { pdfText } from "../support/pdf-text.ts";
import { rawRequest } from "../support/raw-request.ts";

/** Functions that not even those who belong to B may call like this. */
const UNREACHED: Record<string, string> = {
  "create-subscription": "B has the Premium plan, and an account is subscribed once",
  "dispatch-outbox": "only the scheduler's secret opens it",
  "send-auth-email": "only the auth service's signature opens it",
  "stripe-webhook": "only the payment provider's signature opens it",
  "change-plan": "only admins cancel the plan of a client",
  "refund-invoice": "only admins refund",
};

/** What scheduled jobs write in a slow run: they check open payments, mark overdue invoices, and drop old counters. */
const SCHEDULED = /^(UPDATE private\.checkouts|UPDATE public\.invoices|DELETE private\.quota_uses) /;

let running: RunningHost;
const sessions: Record<string, string> = {};
let outsidersSince = 0;
let insidersSince = 0;

beforeAll(async () => {
  running = await startFilledHost({});
  const open = { path: "/functions/v1/create-invoice-payment", method: "POST", json: { invoiceId: idOf(B, 1) } };
  const url =
    (JSON.parse((await ask(open, INSIDERS["B's owner"]?.person.email ?? "", null)).text) as { url?: string }).url ?? "";
  if (!url) throw new Error(`B can't open a payment page: ${running.host.output().slice(-2000)}`);
  sessions[B.mark] = /cs_\w+/.exec(url)?.[0] ?? "";
  await inbox();
  outsidersSince = Date.now();
}, 180_000);
afterAll(() => running?.host.dispose());

let mails: Mail[] = [];
/** The newest emails, and those of each kind, which are more than the local inbox lists at once. */
async function inbox(): Promise<void> {
  mails = await localInbox(running.host.url);
  for (const tenant of CLIENTS)
    for (const template of PLANTED) mails.push(...(await localInbox(running.host.url, mailbox(tenant, template))));
}

type Answer = { status: number; text: string; whole: string };

/** Sends a request as this person, or as a visitor. A PDF's words are part of the answer. */
async function ask(
  { path, method = "GET", host, json, headers, body }: Asked,
  email: string,
  slug: string | null,
): Promise<Answer> {
  const token = running.tokens.get(email);
  const sent = {
    apikey: running.key,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(slug !== null && { "x-account": slug }),
    ...(host !== undefined && { Host: host }),
    ...(json !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  const answer = await rawRequest(
    running.host.url,
    path,
    sent,
    method,
    body ?? (json === undefined ? undefined : JSON.stringify(json)),
  );
  const isPdf = answer.headers["content-type"] === "application/pdf";
  const {
    date: _date,
    "x-request-id": _request,
    connection: _connection,
    "keep-alive": _alive,
    ...told
  } = answer.headers;
  const text = isPdf ? pdfText(answer.bytes) : answer.body;
  // A signed address has its moment.
  const whole = `${answer.status} ${JSON.stringify(told)} ${text}`.replaceAll(/token=[\w.-]+/g, "token=");
  return { status: answer.status, text, whole };
}

/** What an answer says of these accounts and the request did not. */
function leakIn(answer: string, asked: Asked, hidden: Tenant[]): string | undefined {
  const said = JSON.stringify(asked).toLowerCase();
  const hit = [...answer.matchAll(new RegExp(patternOf(hidden), "g"))].find(([word]) => !said.includes(word));
  return hit && answer.slice(Math.max(hit.index - 100, 0), hit.index + 200);
}

const renamed = (text: string) =>
  text
    .replaceAll("b7b7b7b7", "d7d7d7d7")
    .replaceAll(B.mark, NOBODY.mark)
    .replaceAll(B.mark.toUpperCase(), NOBODY.mark.toUpperCase());

const SURFACES: Record<string, (theirs: Tenant, given: Given) => Asked[]> = {
  "edge function": functionRequests,
  "file and bucket": (theirs, given) => storageRequests(running.buckets, theirs, given),
  "address of pages": pageRequests,
  "spelling of the header": headerRequests,
};

test("Every edge function and every bucket has a line", () => {
  const directories = readdirSync("supabase/functions", { withFileTypes: true });
  const names = directories
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name);
  expect(names.filter((name) => !(name in FUNCTIONS))).toEqual([]);
  expect(running.buckets.map(({ id }) => id).filter((id) => !(id in FILES))).toEqual([]);
});

test("Every kind of email names its own client only, and reaches its own people", () => {
  for (const tenant of CLIENTS)
    expect(PLANTED.filter((template) => !mails.some(({ to }) => to === mailbox(tenant, template)))).toEqual([]);
  const wrong = mails.flatMap((mail) => {
    const whose = CLIENTS.find(({ mark }) => mail.to.includes(mark));
    const others = [...CLIENTS, AGENCY].filter((tenant) => tenant !== whose);
    const leak = whose && leakIn(JSON.stringify(mail), { path: "" }, others);
    return leak ? [`${mail.to}: ${leak}`] : [];
  });
  expect(wrong).toEqual([]);
});

describe.each(Object.entries(CALLERS))("%s", (_, caller) => {
  test.each(Object.entries(SURFACES))("learns nothing from any %s", async (_surface, requests) => {
    const given = { own: caller.own, sessions };
    const [theirs, nobodys] = [requests(B, given), requests(NOBODY, given)];
    const wrong: string[] = [];
    for (const [at, asked] of theirs.entries())
      for (const slug of [...new Set([caller.own?.slug ?? null, B.slug])]) {
        // The header decides the rest. In a closed workspace, every fourth request shows that it does not matter there.
        if (slug === B.slug && (at % 4 || asked.headers?.["x-account"] !== undefined)) continue;
        const answer = await ask(asked, caller.person.email, slug);
        const what = `${asked.method ?? "GET"} ${asked.host ?? ""}${asked.path} ${JSON.stringify(asked.json ?? asked.headers ?? "")} in ${slug}`;
        const leak = leakIn(answer.whole, asked, caller.hidden);
        if (leak) wrong.push(`${what} → ${leak}`);
        const other = nobodys[at];
        if (asked.differs || !other || JSON.stringify(other) === JSON.stringify(asked)) continue;
        // A form whose id another page already has gets no next step. Ids are random, and only their sender has one.
        if (asked.path.endsWith("/submit-landing-form")) continue;
        const missing = await ask(other, caller.person.email, slug === B.slug ? NOBODY.slug : slug);
        if (renamed(answer.whole) !== missing.whole)
          wrong.push(`${what} → ${answer.whole.slice(0, 300)}, but of nobody ${missing.whole.slice(0, 300)}`);
      }
    expect(wrong).toEqual([]);
  });
});

test("Those who belong to B get their rows, so nothing above passes by being empty", async () => {
  insidersSince = Date.now();
  const answers: { asked: Asked; answer: Answer }[] = [];
  for (const { person } of Object.values(INSIDERS))
    for (const asked of [
      ...functionRequests(B, { own: B, sessions }),
      ...storageRequests(running.buckets, B, { own: null }).filter(({ method = "GET" }) => method === "GET"),
    ])
      answers.push({ asked, answer: await ask(asked, person.email, B.slug) });
  const reached = (path: string) => answers.some(({ asked, answer }) => asked.path === path && answer.status < 300);
  expect(Object.keys(FUNCTIONS).filter((name) => !reached(`/functions/v1/${name}`))).toEqual(Object.keys(UNREACHED));
  for (const name of ["export-leads", "invoice-pdf"])
    expect(
      answers
        .filter(({ asked }) => asked.path.endsWith(name))
        .map(({ answer }) => answer.text)
        .join(),
      name,
    ).toContain(B.mark);
  for (const bucket of running.buckets.filter(({ id }) => id !== "brand"))
    for (const name of FILES[bucket.id]?.(B) ?? [])
      expect(reached(`/storage/v1/object/authenticated/${bucket.id}/${name}`), name).toBe(true);
});

test("Nobody above wrote a row of B", async () => {
  const written = await running.stop(outsidersSince, insidersSince || Date.now());
  expect(written.filter((what) => !SCHEDULED.test(what))).toEqual([]);
});
