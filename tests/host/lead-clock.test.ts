import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MailMessage } from "../../supabase/functions/_shared/deps.ts";
import { renderMail } from "../../supabase/functions/_shared/emails/render-mail.tsx";
import { dispatchOutbox } from "../../supabase/functions/_shared/outbox/dispatch-outbox.ts";
import { createPerson, type Person } from "../support/database-persons.ts";
import type { Session } from "../support/database-session.ts";
import { SITE } from "../support/protocol.ts";
import { applicationLead, openSubmissions } from "../support/submissions.ts";

// From the form to the emails, through the same functions and outbox as the product.
let given: Awaited<ReturnType<typeof openSubmissions>>;
let sent: MailMessage[] = [];
let people: Record<"theo" | "imani" | "maren", Person>;

beforeAll(async () => {
  given = await openSubmissions();
  given.deps.sendMail = async (message) => void sent.push(message);
  given.deps.renderMail = (template, data) => renderMail(template, data, { agency: "Upfunnel", siteUrl: SITE });
  const session: Session = {
    run: async <Row>(text: string, parameters: unknown[] = []) => {
      const rows = (await given.rows(text, parameters)) as Row[];
      return { rows, count: rows.length };
    },
  };
  people = {
    theo: await createPerson(session, "active sales"),
    imani: await createPerson(session, "other active sales"),
    maren: await createPerson(session, "admin"),
  };
  await given.rows(
    `update public.agency_settings set time_zone = 'UTC', working_hours = (
       select jsonb_object_agg(day, '["00:00", "24:00"]'::jsonb) from unnest(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) as day)`,
  );
});
afterAll(() => given.protocol.close());

/** Runs the due jobs. Returns the sent emails as 'address: subject'. */
async function dispatch(): Promise<string[]> {
  sent = [];
  await dispatchOutbox(given.deps, "test");
  expect(given.logged).toEqual([]);
  return sent.map(({ to, subject }) => `${to}: ${subject}`).sort();
}

const textOf = (message: MailMessage | undefined) => (message?.text ?? "").replace(/\s+/g, " ");

/** Lets time pass for a lead's clock by moving its deadlines and jobs into the past. */
const pass = (seconds: number) =>
  Promise.all([
    given.rows(
      `update public.lead_clocks set arrived_at = arrived_at - $1::int * interval '1 second', started_at = started_at - $1::int * interval '1 second',
         warn_at = warn_at - $1::int * interval '1 second', due_at = due_at - $1::int * interval '1 second',
         escalate_at = escalate_at - $1::int * interval '1 second'`,
      [seconds],
    ),
    given.rows("update private.outbox set run_at = run_at - $1::int * interval '1 second' where status = 'queued'", [
      seconds,
    ]),
  ]);

test("an unanswered lead sends its alert, warning, breach and escalation emails, each once", async () => {
  const lead = applicationLead({ full_name: "Mei Chen", email: "mei@example.com", phone: "+1 212 555 0142" });
  await given.send("application", { lead, source: { page_url: "https://upfunnel.example/pro" } });
  const { theo, imani, maren } = people;
  const team = (subject: string) => [`${theo.email}: ${subject}`, `${imani.email}: ${subject}`].sort();
  expect((await dispatch()).filter((line) => line.includes("lead"))).toEqual(team("New lead: Mei Chen, Reyes Studio"));
  expect(sent.map(textOf).join()).toContain("No one has claimed it yet. Please answer within 5 minutes");
  expect(await dispatch()).toEqual([]);
  const stored = await given.one("select id from public.leads where email = 'mei@example.com'");
  await pass(200);
  const followUp = "Re: New lead: Mei Chen, Reyes Studio";
  expect(await dispatch()).toEqual(team(followUp));
  for (const message of sent)
    expect(textOf(message)).toMatch(/1:[23]\d left to answer Mei Chen.*3 of the 5 minutes are up/);
  await given.rows("update public.leads set user_id = $1", [theo.id]);
  await pass(200);
  expect(await dispatch()).toEqual([`${theo.email}: ${followUp}`]);
  expect(textOf(sent[0])).toContain(
    "No one has answered within 5 minutes. It's your lead. After 10 minutes, it goes to the next available rep.",
  );
  await pass(300);
  expect(await dispatch()).toEqual([theo, imani, maren].map(({ email }) => `${email}: ${followUp}`).sort());
  const words = Object.fromEntries(sent.map((message) => [message.to, textOf(message)]));
  expect(words[imani.email]).toContain("and the lead is yours now.");
  expect(words[theo.email]).toContain("It now belongs to");
  for (const text of Object.values(words)) expect(text).toContain(`${SITE}/crm/leads/${stored?.id}`);
  await pass(10_000);
  expect(await dispatch()).toEqual([]);
  expect(await given.one("select user_id, clock_due_at is not null as waits from public.leads")).toEqual({
    user_id: imani.id,
    waits: true,
  });
});

test("the emails about an unowned lead say that anyone can claim it, and anyone can", async () => {
  await given.send("application", { lead: applicationLead({ full_name: "Uma Free", email: "uma@example.com" }) });
  await dispatch();
  await pass(310);
  await dispatch();
  expect(sent.length).toBeGreaterThan(1);
  for (const message of sent)
    expect(textOf(message)).toContain("After 10 minutes, we ask one rep to take it. Anyone can claim it until then.");
  await pass(300);
  await dispatch();
  expect(sent.map(textOf).join()).toMatch(/No one has claimed it either, and you're next/);
  expect(textOf(sent.find(({ to }) => to === people.maren.email))).toMatch(
    /We asked .* to take it\. Anyone can still claim it/,
  );
  expect(await given.one("select user_id from public.leads where email = 'uma@example.com'")).toEqual({
    user_id: null,
  });
  await given.rows("update public.leads set archived_at = now() where email = 'uma@example.com'");
});

test("all emails about one lead are one thread, also for a reader who joins late", async () => {
  await given.send("application", { lead: applicationLead({ full_name: "Tess Ode", email: "tess@example.com" }) });
  await dispatch();
  const { id } = (await given.one("select id from public.leads where email = 'tess@example.com'")) as { id: string };
  const first = `<lead-${id}@127.0.0.1>`;
  const arrived = sent.filter(({ subject }) => subject === "New lead: Tess Ode, Reyes Studio");
  expect(arrived.map(({ messageId, inReplyTo }) => [messageId, inReplyTo])).toEqual([
    [first, undefined],
    [first, undefined],
  ]);
  const others: MailMessage[] = [];
  for (const seconds of [200, 110, 300]) {
    await pass(seconds);
    await dispatch();
    others.push(...sent);
  }
  expect(others.map(({ to }) => to)).toContain(people.maren.email);
  for (const { subject, inReplyTo, references } of others)
    expect([subject, inReplyTo, references]).toEqual(["Re: New lead: Tess Ode, Reyes Studio", first, first]);
  expect(new Set(others.map(({ messageId }) => messageId)).size).toBe(others.length);
  await given.rows("update public.leads set archived_at = now() where email = 'tess@example.com'");
});

describe("an alert that is no longer true when it is sent", () => {
  const EVENTS = { arrived: 0, warned: 200, breached: 310, escalated: 610 };
  const call = "insert into public.lead_activities (lead_id, kind, actor_id) values ($1, 'call', $2)";
  const ENDS: Record<string, (lead: string) => Promise<unknown>> = {
    answered: (lead) => given.rows(call, [lead, people.theo.id]),
    archived: (lead) => given.rows("update public.leads set archived_at = now() where id = $1", [lead]),
    spam: (lead) => given.rows("update public.leads set is_spam = true where id = $1", [lead]),
    merged: async (lead) => {
      const other = await given.one("insert into public.leads (first_name) values ('Other') returning id");
      await given.rows("update public.leads set merged_into = $2, archived_at = now() where id = $1", [
        lead,
        other?.id,
      ]);
    },
  };
  const cases = Object.keys(EVENTS).flatMap((event) => Object.keys(ENDS).map((end) => [event, end] as const));

  test.each(cases)("is not sent: %s, then %s", async (event, end) => {
    const email = `${event}-${end}@example.com`;
    await given.send("application", { lead: applicationLead({ full_name: "Late News", email }) });
    const { id } = (await given.one("select id from public.leads where email = $1", [email])) as { id: string };
    if (event !== "arrived") {
      await dispatch();
      await pass(EVENTS[event as keyof typeof EVENTS]);
      // The event happens and queues its emails, and something else happens before they are sent.
      const clock = (await given.one("select id from public.lead_clocks where lead_id = $1", [id])) as { id: string };
      await given.rows("select public.run_clock_event($1, $2)", [clock.id, event]);
    }
    await ENDS[end]?.(id);
    expect((await dispatch()).filter((line) => line.includes("New lead: Late News"))).toEqual([]);
    const log = await given.rows(
      `select distinct result from private.outbox where kind = 'mail' and status = 'done' and payload ->> 'template' like 'lead-%'
       and done_at > now() - interval '3 seconds' and result ? 'skipped'`,
    );
    expect(log).toEqual([{ result: { skipped: "outdated" } }]);
    await given.rows("update public.leads set archived_at = coalesce(archived_at, now()) where id = $1", [id]);
  });

  test("is not sent to the others when a colleague has claimed the lead", async () => {
    await given.send("application", { lead: applicationLead({ full_name: "Fast Claim", email: "fast@example.com" }) });
    await given.rows("update public.leads set user_id = $1 where email = 'fast@example.com'", [people.imani.id]);
    expect((await dispatch()).filter((line) => line.includes("New lead"))).toEqual([
      `${people.imani.email}: New lead: Fast Claim, Reyes Studio`,
    ]);
    expect(textOf(sent.find(({ to }) => to === people.imani.email))).toContain("It's your lead.");
    await given.rows("update public.leads set archived_at = now() where email = 'fast@example.com'");
  });

  test("gives way to a later one when both wait for a host", async () => {
    await given.send("application", { lead: applicationLead({ full_name: "Long Night", email: "night@example.com" }) });
    await dispatch();
    await pass(700);
    await dispatch();
    const texts = sent.map(textOf).filter((text) => text.includes("Long Night"));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toContain("Escalated: Long Night");
    await given.rows("update public.leads set archived_at = now() where email = 'night@example.com'");
  });
});

test("nothing is sent after a response", async () => {
  await given.rows(
    "insert into public.lead_activities (lead_id, kind, actor_id) select id, 'call', user_id from public.leads",
  );
  await given.send("application", { lead: applicationLead({ full_name: "Noah Kim", email: "noah@example.com" }) });
  await dispatch();
  await given.rows(
    "insert into public.lead_activities (lead_id, kind, actor_id) select id, 'sms', $1 from public.leads where email = 'noah@example.com'",
    [people.theo.id],
  );
  await pass(10_000);
  expect(await dispatch()).toEqual([]);
  const open = await given.rows("select from private.outbox where kind = 'lead_clock' and status <> 'done'");
  expect(open).toEqual([]);
});

test("every lead email names the lead and shows markup as text", async () => {
  for (const template of ["lead-arrived", "lead-clock-warning", "lead-clock-breached", "lead-clock-escalated"]) {
    const data = { leadId: "a b", who: "<b>Mei</b>", target: "300", left: "90", part: "admin" };
    const { subject, text, html } = await renderMail(template, data, { agency: "Upfunnel", siteUrl: SITE });
    expect(subject).toContain("<b>Mei</b>");
    expect(html).not.toContain("<b>Mei");
    expect(text).toContain(`${SITE}/crm/leads/a%20b`);
    expect(html).not.toMatch(/undefined|NaN/);
  }
});

test("a dispatch that is stopped reports that more emails wait, and the next one sends them", async () => {
  await dispatch();
  const { renderMail: render } = given.deps;
  given.deps.renderMail = async () => ({ subject: "Many", text: "Many", html: "<p>Many</p>" });
  try {
    await given.rows(
      `select public.enqueue_outbox('mail', 'many:' || n, jsonb_build_object('to', n || '@example.com', 'template', 'many', 'data', '{}'::jsonb))
       from generate_series(1, 230) as made (n)`,
    );
    sent = [];
    const stop = new AbortController();
    const { sendMail: send } = given.deps;
    given.deps.sendMail = async (...email) => {
      await send(...email);
      if (sent.length === 100) stop.abort();
    };
    const first = await dispatchOutbox(given.deps, "test", stop.signal);
    expect(first).toMatchObject({ failed: 0, more: true });
    // The emails that were being sent at that moment are finished.
    expect(first.done).toBeGreaterThanOrEqual(100);
    expect(first.done).toBeLessThan(110);
    given.deps.sendMail = send;
    expect(await dispatchOutbox(given.deps, "test")).toEqual({ done: 230 - first.done, failed: 0, more: false });
    expect(sent).toHaveLength(230);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(230);
  } finally {
    given.deps.renderMail = render;
  }
});
