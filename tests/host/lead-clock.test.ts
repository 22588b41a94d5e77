import { afterAll, beforeAll, expect, test } from "vitest";
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
  const team = (subject: string) => [`${theo.email}: ${subject}`, `${imani.email}: ${subject}`];
  expect((await dispatch()).filter((line) => line.includes("lead"))).toEqual(
    team("New lead: Mei Chen, Reyes Studio").sort(),
  );
  expect(await dispatch()).toEqual([]);
  const stored = await given.one("select id from public.leads where email = 'mei@example.com'");
  await pass(200);
  expect(await dispatch()).toEqual(
    team("Mei Chen waits: 1:40 left")
      .map((line) => expect.stringMatching(line.slice(0, -9)))
      .sort(),
  );
  await given.rows("update public.leads set user_id = $1", [theo.id]);
  await pass(200);
  expect(await dispatch()).toEqual([`${theo.email}: Mei Chen has waited longer than 5:00`]);
  await pass(300);
  expect(await dispatch()).toEqual(
    [theo, imani, maren].map(({ email }) => `${email}: Escalated: Mei Chen still waits`).sort(),
  );
  const words = Object.fromEntries(sent.map(({ to, text }) => [to, text.replace(/\s+/g, " ")]));
  expect(words[imani.email]).toContain("The lead is yours now.");
  expect(words[theo.email]).toContain("so it now belongs to");
  for (const text of Object.values(words)) expect(text).toContain(`${SITE}/crm?lead=${stored?.id}`);
  await pass(10_000);
  expect(await dispatch()).toEqual([]);
  expect(await given.one("select user_id, clock_due_at is not null as waits from public.leads")).toEqual({
    user_id: imani.id,
    waits: true,
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
    expect(text).toContain(`${SITE}/crm?lead=a%20b`);
    expect(html).not.toMatch(/undefined|NaN/);
  }
});

test("an outbox round ends after 200 jobs, reports that more are waiting, and the next one continues", async () => {
  await dispatch();
  const { renderMail: render } = given.deps;
  given.deps.renderMail = async () => ({ subject: "Many", text: "Many", html: "<p>Many</p>" });
  try {
    await given.rows(
      `select public.enqueue_outbox('mail', 'many:' || n, jsonb_build_object('to', n || '@example.com', 'template', 'many', 'data', '{}'::jsonb))
       from generate_series(1, 230) as made (n)`,
    );
    sent = [];
    expect(await dispatchOutbox(given.deps, "test")).toEqual({ done: 200, failed: 0, more: true });
    expect(await dispatchOutbox(given.deps, "test")).toEqual({ done: 30, failed: 0, more: false });
    expect(new Set(sent.map(({ to }) => to)).size).toBe(230);
  } finally {
    given.deps.renderMail = render;
  }
});
