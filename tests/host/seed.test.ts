import { readFileSync } from "node:fs";
import { compare } from "bcrypt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { people } from "../../app/content/about-copy.ts";
import { brand } from "../../app/content/brand.ts";
import { clients } from "../../app/content/clients.ts";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { query } from "../../server/database/query.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol } from "../support/protocol.ts";

const seed = (connection: DatabaseConnection) => connection.driver.query(readFileSync("supabase/seed.sql", "utf8"));

async function openSeeded(location: Parameters<typeof openConnection>[0] = { memory: true }) {
  const connection = await openConnection(location);
  await migrateDatabase(connection);
  await seed(connection);
  return connection;
}

let connection: DatabaseConnection;
const rows = <Row = Record<string, unknown>>(text: string) => query<Row>(connection, text);
beforeAll(async () => {
  connection = await openSeeded();
});
afterAll(() => connection.close());

/** The demo's accounts: email, role, status. */
const ACCOUNTS = [
  ["admin@example.com", "admin", "active"],
  ["arlo@ember.example", "client", "active"],
  ["client2@example.com", "client", "active"],
  ["client@example.com", "client", "active"],
  ["lena@ember.example", "client", "active"],
  ["newclient@example.com", "client", "active"],
  ["nora@northside.example", "client", "active"],
  ["owner@example.com", "client", "active"],
  ["pending@example.com", "sales", "pending"],
  ["rejected@example.com", "sales", "inactive"],
  ["sales2@example.com", "sales", "active"],
  ["sales@example.com", "sales", "active"],
  ["sam@northside.example", "client", "active"],
];

test("exactly the demo's accounts exist, each with one role and its status", async () => {
  const held = await rows<{ email: string; role: string; status: string }>(
    `select account.email, held.role::text, held.status::text from auth.users account
     left join public.user_roles held on held.user_id = account.id order by account.email collate "C"`,
  );
  expect(held.map(({ email, role, status }) => [email, role, status])).toEqual(ACCOUNTS);
});

test("everybody has a name, and the password demo-password", async () => {
  const people = await rows<{ email: string; encrypted_password: string; named: boolean }>(
    `select email, encrypted_password, first_name <> '' and last_name <> '' as named
     from auth.users account join public.profiles profile on profile.user_id = account.id`,
  );
  expect(people).toHaveLength(ACCOUNTS.length);
  for (const person of people) {
    expect(person.named, person.email).toBe(true);
    expect(await compare("demo-password", person.encrypted_password), person.email).toBe(true);
  }
});

test("everybody can sign in, and a new person can sign up", async () => {
  const protocol = await openProtocol();
  await seed(protocol.connection);
  for (const [email = ""] of ACCOUNTS) {
    const { data, error } = await protocol.client().auth.signInWithPassword({ email, password: "demo-password" });
    expect(error, email).toBeNull();
    expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(["email"]);
  }
  const options = { data: { first_name: "Ada", last_name: "Quist", account_type: "client" } };
  const password = "a-Fair-password-7";
  const client = protocol.client();
  expect((await client.auth.signUp({ email: "ada@example.com", password, options })).error).toBeNull();
  const known = await client.auth.signUp({ email: "client@example.com", password, options });
  expect(known.error?.message).toBe("User already registered");
  await protocol.close();
});

test("both clients have a dashboard, retainers and invoices in every status; the new client has nothing", async () => {
  const counted = await rows(
    `select account.email, count(distinct invoice.status)::int as statuses, count(distinct invoice.id)::int as invoices,
       count(distinct retainer.id)::int as retainers, count(distinct board.id)::int as dashboards
     from auth.users account
     left join public.invoices invoice on invoice.client_id = account.id
     left join public.retainers retainer on retainer.client_id = account.id
     left join public.client_dashboards board on board.owner_id = account.id
     where account.email in ('client@example.com', 'client2@example.com', 'newclient@example.com')
     group by account.email order by account.email collate "C"`,
  );
  const [{ statuses } = { statuses: 0 }] = await rows<{ statuses: number }>(
    "select cardinality(enum_range(null::public.invoice_status)) as statuses",
  );
  expect(counted).toEqual([
    { email: "client2@example.com", statuses, invoices: 6, retainers: 3, dashboards: 1 },
    { email: "client@example.com", statuses, invoices: 14, retainers: 3, dashboards: 1 },
    { email: "newclient@example.com", statuses: 0, invoices: 0, retainers: 0, dashboards: 0 },
  ]);
  expect(
    await rows(`select count(*) filter (where status = 'active' and end_date is null) > 0 as ongoing,
      count(*) filter (where status = 'active' and end_date > current_date + 1) > 0 as ending,
      count(*) filter (where end_date < current_date - 1) > 0 as ended from public.retainers`),
  ).toEqual([{ ongoing: true, ending: true, ended: true }]);
});

test("the history of every void invoice says when and why it was canceled", async () => {
  const untold = await rows(
    `select invoice.invoice_number from public.invoices as invoice where invoice.status = 'void' and not exists (
       select from public.invoice_events as event where event.invoice_id = invoice.id and event.kind = 'voided' and event.note <> ''
         and event.actor_id is not null and event.created_at between invoice.created_at and now()
     )`,
  );
  expect(untold).toEqual([]);
});

test("every charge day of a retainer until today has its invoice, for the retainer's amount or more", async () => {
  const missing = await rows(
    `select retainer.retainer_name, charge.day::text
     from public.retainers as retainer
     cross join lateral private.charge_dates(
       retainer.start_date, retainer.end_date, retainer.duration_months, retainer.start_date, private.agency_day()
     ) as charge (day)
     left join public.retainer_charges as billed on billed.retainer_id = retainer.id and billed.charge_date = charge.day
     left join public.invoices as invoice on invoice.id = billed.invoice_id
       and invoice.client_id = retainer.client_id and invoice.amount >= retainer.monthly_amount and invoice.status <> 'void'
     where retainer.status <> 'canceled' and invoice.id is null`,
  );
  expect(missing).toEqual([]);
  const counted = await rows(
    `select retainer.retainer_name as name, count(billed.invoice_id)::int as invoices
     from public.retainers as retainer left join public.retainer_charges as billed on billed.retainer_id = retainer.id
     group by retainer.id order by 1`,
  );
  expect(counted).toEqual([
    { name: "Ads Management", invoices: 2 },
    { name: "Base Funnel", invoices: 3 },
    { name: "Content Support", invoices: 0 },
    { name: "Launch Sprint", invoices: 1 },
    { name: "Offer Coaching", invoices: 0 },
    { name: "Pro Funnel", invoices: 3 },
  ]);
});

test("the agency, its team and its clients are those of the site", async () => {
  const [agency] = await rows("select agency_name, email, address, time_zone from public.agency_settings");
  expect(agency).toEqual({
    agency_name: brand.name,
    email: brand.email,
    address: [brand.legalName, ...brand.address].join("\n"),
    time_zone: "America/Los_Angeles",
  });
  // Every time of the demo is in the agency's zone.
  expect(readFileSync("supabase/seed.sql", "utf8")).not.toContain("America/New_York");
  const team = await rows<{ name: string }>(
    `select profile.first_name || ' ' || profile.last_name as name from public.profiles as profile
     join public.user_roles as held on held.user_id = profile.user_id where held.role <> 'client' and held.status = 'active'`,
  );
  expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(team.map(({ name }) => name)));
  const boards = await rows<{ business_name: string }>("select business_name from public.client_dashboards");
  const named = boards.filter(({ business_name }) => clients.some(({ name }) => name === business_name));
  expect(named).toHaveLength(8);
});

test("every paid invoice has its payment by card, so that it can be refunded", async () => {
  const wrong = await rows(
    `select invoice_number from public.invoices as invoice
     left join public.payments as entry on entry.invoice_id = invoice.id and entry.amount = invoice.amount and entry.provider_ref like 'pi_%'
     where invoice.status = 'paid' and (entry.id is null or invoice.received_amount <> invoice.amount or invoice.needs_attention is not null)`,
  );
  expect(wrong).toEqual([]);
});

test("every invoice's dates match its status, and the next number is free", async () => {
  const wrong = await rows(
    `with agency as (select (now() at time zone time_zone)::date as today, next_invoice_number as next from public.agency_settings)
     select invoice_number, status::text from public.invoices, agency where not (
       amount > 0 and due_date >= created_at::date
       and (status = 'paid') = (paid_date is not null)
       and (paid_date is null or paid_date between created_at::date and today)
       and (status <> 'overdue' or due_date < today)
       and (status not in ('pending', 'active', 'draft') or due_date >= today)
       and case status when 'draft' then invoice_number !~ '^INV-' else substr(invoice_number, 5)::int < next end
     )`,
  );
  expect(wrong).toEqual([]);
});

test("the audit log tells what the admin did, in its order, and every invoice, retainer and dashboard has its entry", async () => {
  const entries = await rows<{ kind: string; count: number }>(
    "select table_name || ' ' || action as kind, count(*)::int as count from public.audit_log group by 1 order by 1",
  );
  const [there] = await rows<Record<"invoices" | "void" | "retainers" | "client_dashboards", number>>(
    `select (select count(*)::int from public.invoices) as invoices,
       (select count(*)::int from public.invoices where status = 'void') as void,
       (select count(*)::int from public.retainers) as retainers,
       (select count(*)::int from public.client_dashboards) as client_dashboards`,
  );
  expect(Object.fromEntries(entries.map(({ kind, count }) => [kind, count]))).toEqual({
    "change_requests update": 4,
    "client_dashboards insert": there?.client_dashboards,
    "invoices insert": there?.invoices,
    "invoices update": there?.void,
    "premium_overrides insert": 1,
    "retainers insert": there?.retainers,
    "user_roles update": 2,
  });
  const wrong = await rows(
    `select * from (
       select happened_at, lag(happened_at) over (order by id) as previous, actor_email, before, after from public.audit_log
     ) as entry
     where actor_email <> 'admin@example.com' or happened_at < previous or happened_at > now() or before = after`,
  );
  expect(wrong).toEqual([]);
});

test("two clients have a workspace with leads of their own, a team of three, and running clocks; one pays for Premium", async () => {
  const workspaces = await rows(
    `select account.slug, private.has_premium(account.id) as premium,
       (select array_agg(member.role::text order by member.role) from public.account_members as member where member.account_id = account.id) as team,
       (select count(*)::int from public.leads as lead where lead.account_id = account.id) as leads,
       (select bool_and(created_at between now() - interval '90 days' and now()) from public.leads as lead where lead.account_id = account.id) as recent,
       (select count(distinct lead.stage)::int from public.leads as lead where lead.account_id = account.id) as stages
     from public.accounts as account where exists (
       select from public.leads as lead where lead.account_id = account.id
     ) and account.kind = 'client' order by account.slug`,
  );
  const team = ["owner", "member", "billing"];
  expect(workspaces).toEqual([
    { slug: "ember-coaching", premium: false, team, leads: 38, recent: true, stages: 8 },
    { slug: "northside-dental", premium: true, team, leads: 72, recent: true, stages: 8 },
  ]);
});

test("leads come from every source, some are unclaimed, archived or spam, and no address is real", async () => {
  const [sources] = await rows(
    "select count(distinct source)::int = cardinality(enum_range(null::public.lead_source)) as every from public.leads",
  );
  expect(sources).toEqual({ every: true });
  const [kinds] = await rows(
    `select count(*)::int as leads, count(*) filter (where user_id is null and not is_spam)::int as unclaimed,
       count(*) filter (where is_spam)::int as spam, count(*) filter (where archived_at is not null)::int as archived,
       count(*) filter (where coalesce(btrim(company), '') = '') > 0 as without_company,
       count(distinct user_id)::int as owners, bool_and(created_at between now() - interval '90 days' and now()) as recent
     from public.leads where account_id = private.agency_account()`,
  );
  expect(kinds).toEqual({
    leads: 300,
    unclaimed: 14,
    spam: 4,
    archived: 10,
    without_company: true,
    owners: 2,
    recent: true,
  });
  const elsewhere = await rows(
    `select email from (select email from public.leads union all select email from public.contacts
       union all select email from public.applications union all select email from auth.users) as listed
     where email !~ '@(example\\.com|[a-z0-9-]+\\.example)$'`,
  );
  expect(elsewhere).toEqual([]);
});

test("a lead's events are after its arrival, not in the future, and its stages are in order", async () => {
  const impossible = await rows(
    `select lead.id, activity.kind from public.lead_activities activity join public.leads lead on lead.id = activity.lead_id
     where activity.occurred_at < lead.created_at or activity.occurred_at > now()
       or (activity.actor_id is not null and activity.actor_id <> lead.user_id)`,
  );
  expect(impossible).toEqual([]);
  const broken = await rows(
    `select lead_id from (
       select lead_id, payload ->> 'from' as left_stage,
         lag(payload ->> 'to', 1, 'new') over (partition by lead_id order by occurred_at) as reached
       from public.lead_activities where kind = 'stage_change') as moves
     where left_stage <> reached`,
  );
  expect(broken).toEqual([]);
  const stages = await rows<{ stage: string }>(
    "select distinct payload ->> 'to' as stage from public.lead_activities where kind = 'stage_change' order by 1",
  );
  expect(stages.map(({ stage }) => stage)).toEqual([
    "attempting",
    "call_booked",
    "connected",
    "lost",
    "proposal",
    "qualified",
    "won",
  ]);
  const elsewhere = await rows(
    `select lead.id from public.leads lead
     left join lateral (
       select activity.payload ->> 'to' as stage, activity.occurred_at from public.lead_activities activity
       where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 1
     ) as latest on true
     where lead.stage <> coalesce(latest.stage, 'new') or lead.stage_entered_at <> coalesce(latest.occurred_at, lead.created_at)`,
  );
  expect(elsewhere).toEqual([]);
});

test("every stage has leads, with values, reasons where they are lost, and tasks of every kind", async () => {
  const stages = await rows<{ stage: string; leads: number; valued: number }>(
    `select stage.key as stage, count(lead.id)::int as leads, count(lead.value_cents)::int as valued
     from public.pipeline_stages stage left join public.leads lead on lead.stage = stage.key and not lead.is_spam
     group by stage.key`,
  );
  expect(stages).toHaveLength(8);
  for (const { stage, leads, valued } of stages) {
    expect(leads, stage).toBeGreaterThan(5);
    expect(valued, stage).toBeGreaterThan(0);
  }
  const [tasks] = await rows(
    `select count(distinct kind)::int as kinds, count(*) filter (where done_at is not null) > 0 as done,
       count(*) filter (where done_at is null and due_at < now()) between 5 and 40 as overdue,
       count(*) filter (where done_at is null and due_at between now() and now() + interval '8 hours') > 0 as today,
       count(*) filter (where done_at is null and due_at > now() + interval '1 day') > 0 as later from public.lead_tasks`,
  );
  expect(tasks).toEqual({ kinds: 5, done: true, overdue: true, today: true, later: true });
});

test("leads from forms were answered by both sales people, in believable times", async () => {
  const reps = await rows<{ answered_by: string; median: number; answered: number; within: number }>(
    `select answered_by, percentile_disc(0.5) within group (order by response_seconds)::int as median, count(*)::int as answered,
       count(*) filter (where response_seconds <= target_seconds)::int as within
     from public.lead_clocks where state = 'answered' and account_id = private.agency_account() group by answered_by`,
  );
  expect(reps).toHaveLength(2);
  for (const { median, answered, within } of reps) {
    expect(median).toBeGreaterThan(60);
    expect(median).toBeLessThan(600);
    expect(answered).toBeGreaterThan(40);
    expect(within / answered).toBeGreaterThan(0.3);
    expect(within).toBeLessThan(answered);
  }
  const wrong = await rows(
    `select clock.id from public.lead_clocks clock
     where clock.response_seconds <> floor(private.working_seconds_between(clock.arrived_at, clock.answered_at))
       or clock.answered_at <> (
         select min(activity.occurred_at) from public.lead_activities activity
         where activity.lead_id = clock.lead_id and private.is_response(activity.kind, activity.payload))`,
  );
  expect(wrong).toEqual([]);
});

test("at each start five clocks of the agency run, in every state, and two of each client with a workspace, and no email is sent about them", async () => {
  const demo = await openSeeded();
  const start = () => demo.driver.query(readFileSync("supabase/demo-clocks.sql", "utf8"));
  const open = () =>
    query<{ lead_id: string; state: string }>(
      demo,
      `select lead_id, state from public.lead_clocks
       where state not in ('answered', 'dropped') and account_id = private.agency_account() order by arrived_at`,
    );
  const states = ["escalated", "breached", "warned", "running", "running"];
  await start();
  await start();
  const before = await open();
  expect(before.map(({ state }) => state)).toEqual(states);
  // No one agreed to a reply before they wrote.
  expect(await query(demo, "select id from public.leads where consent_at < created_at")).toEqual([]);
  expect(
    await query(
      demo,
      `select account.slug, array_agg(clock.state order by clock.arrived_at) as states
       from public.lead_clocks as clock join public.accounts as account on account.id = clock.account_id
       where clock.state not in ('answered', 'dropped') and account.kind = 'client' group by 1 order by 1`,
    ),
  ).toEqual([
    { slug: "ember-coaching", states: ["warned", "running"] },
    { slug: "northside-dental", states: ["breached", "running"] },
  ]);
  // One is answered, one is archived.
  await query(
    demo,
    "insert into public.lead_activities (lead_id, kind, actor_id) select $1, 'call', id from auth.users limit 1",
    [before[4]?.lead_id],
  );
  await query(demo, "update public.leads set archived_at = now() where id = $1", [before[3]?.lead_id]);
  expect(await open()).toHaveLength(3);
  await query(
    demo,
    "update public.lead_activities set occurred_at = now() - interval '1 day', created_at = now() where kind = 'call'",
  );
  await start();
  expect((await open()).map(({ state }) => state)).toEqual([...states.slice(0, 3), "running"]);
  expect(await query(demo, "select id from private.outbox where kind = 'mail'")).toEqual([]);
  const strays =
    "select id from private.outbox where payload ->> 'clockId' not in (select id::text from public.lead_clocks)";
  expect(await query(demo, strays)).toEqual([]);
  await demo.close();
});

test("every contact message and application belongs to a lead of the website", async () => {
  const [sent] = await rows(
    "select (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.applications) as applications",
  );
  expect(sent).toEqual({ contacts: 20, applications: 15 });
  const stray = await rows(
    `select sent.email from (select email from public.contacts union all select email from public.applications) as sent
     where not exists (select from public.leads lead where lead.email = sent.email and lead.source = 'website_form')`,
  );
  expect(stray).toEqual([]);
});

test("nobody without a number asks for a call, and the routing's rules fit leads of several kinds", async () => {
  const callers = await rows(
    `select full_name from public.applications
     where phone is null and (best_contact <> 'Email' or notes ~* '\\mcall\\M')`,
  );
  expect(callers).toEqual([]);
  const fits = await rows<{ rule: number | null; leads: number }>(
    `select private.first_rule(routing.rules, private.routing_facts(lead, lead.source, lead.first_touch)) as rule, count(*)::int as leads
     from public.leads lead join public.lead_routing routing on routing.account_id = lead.account_id
     where lead.first_touch is not null group by 1`,
  );
  const many = (rule: number | null) => fits.find((fit) => fit.rule === rule)?.leads ?? 0;
  expect(many(1)).toBeGreaterThanOrEqual(8);
  expect(many(2)).toBeGreaterThanOrEqual(8);
  // The newest wait for someone to claim them.
  expect(many(null)).toBeGreaterThanOrEqual(50);
});

test("two landing pages of the agency are published, with content, and one is a draft", async () => {
  const pages = await rows(
    `select status::text, count(*)::int as pages, bool_and(length(content) > 1000 and length(custom_css) > 500) as full_pages
     from public.landing_pages where account_id = private.agency_account() group by status order by status::text`,
  );
  expect(pages).toMatchObject([
    { status: "draft", pages: 1 },
    { status: "published", pages: 2, full_pages: true },
  ]);
});

test("each client with leads has a page of its own, which brought all its leads from landing pages, from visitors that it had", async () => {
  expect(
    await rows(
      `select account.slug, page.slug as page,
         (select count(*)::int from public.landing_submissions as sent where sent.page_id = page.id and sent.account_id = account.id) as sent,
         (select count(*)::int from public.leads as lead join public.lead_activities as form on form.lead_id = lead.id and form.kind = 'form'
          where lead.account_id = account.id and lead.source = 'landing_page' and form.payload ->> 'slug' = page.slug
            and lead.created_at > page.created_at) as leads,
         (select count(*)::int from public.leads as lead where lead.account_id = account.id and lead.source = 'landing_page') as all_leads,
         (select sum(seen.visitors)::int between 200 and 1200 from public.landing_views as seen where seen.page_id = page.id) as has_visitors,
         not exists (
           select from public.landing_submissions as sent where sent.page_id = page.id and not exists (
             select from public.landing_views as seen where seen.page_id = page.id and seen.source = sent.source
               and seen.day = (sent.created_at at time zone 'America/Los_Angeles')::date)
         ) as all_seen
       from public.landing_pages as page join public.accounts as account on account.id = page.account_id
       where account.kind = 'client' order by account.slug`,
    ),
  ).toEqual([
    {
      slug: "ember-coaching",
      page: "ember-coaching-clarity-call",
      sent: 13,
      leads: 13,
      all_leads: 13,
      has_visitors: true,
      all_seen: true,
    },
    {
      slug: "northside-dental",
      page: "northside-dental-first-visit",
      sent: 27,
      leads: 27,
      all_leads: 27,
      has_visitors: true,
      all_seen: true,
    },
  ]);
});

test("dashboards have every health state, and the clients' addresses pass the address checks", async () => {
  const [health] = await rows("select count(distinct health_status)::int as kinds from public.client_dashboards");
  expect(health).toEqual({ kinds: 4 });
  const flagged = await rows(
    `select business_name from public.client_dashboards where owner_id is not null and (
       notion_database_url not like '%notion.so%' or notion_database_url !~ 'share|embed' or notion_database_url ~ 'fake|test'
       or notion_database_url !~ '-[0-9a-f]{32}[?]')`,
  );
  expect(flagged).toEqual([]);
});

test("the agency's next 22 holidays are working days ahead", async () => {
  const [{ holidays = [] } = {}] = await rows<{ holidays: string[] }>(
    "select holidays::text[] as holidays from public.agency_settings",
  );
  expect(new Set(holidays).size).toBe(22);
  expect(holidays.filter((day) => [0, 6].includes(new Date(day).getUTCDay()))).toEqual([]);
});

test("nobody answered a lead in no time", async () => {
  const answered =
    "select from public.lead_clocks where state = 'answered' and arrived_at < answered_at - interval '1 second'";
  expect((await rows(answered)).length).toBeGreaterThan(50);
  expect(await rows(`${answered} and response_seconds = 0`)).toEqual([]);
});

test("no email is sent, and no helper function remains", async () => {
  expect(await rows("select id from private.outbox")).toEqual([]);
  expect(
    await rows(
      `select relname as name from pg_class where relname like 'demo%'
       union all select proname from pg_proc where proname like 'demo%'`,
    ),
  ).toEqual([]);
});

/** A fingerprint of each table, without what depends on the time. */
async function fingerprints(each: DatabaseConnection) {
  const tables = {
    "auth.users": "id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data",
    "public.user_roles": "user_id, role, status",
    "public.leads":
      "id, user_id, first_name, last_name, email, phone, company, source, is_spam, stage, value_cents, tags, tier_interest",
    "public.lead_clocks": "id, lead_id, target_seconds, state, response_seconds, source",
    "public.lead_tasks": "id, lead_id, kind, title, done_at is null",
    "public.contacts":
      "id, first_name, email, company, ad_spend, goals, interests, utm_source, traffic_type, session_id",
    "public.applications": "id, full_name, email, company, website, role, timeline, notes, best_contact, phone",
    "public.invoices": "id, client_id, invoice_number, status, description, amount",
    "public.client_dashboards": "id, user_id, business_name, notion_database_url, health_status, access_count",
    "public.landing_pages": "id, slug, status, title, content, custom_css, custom_js",
  };
  const prints: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const [print] = await query(
      each,
      `select count(*)::int as rows, md5(string_agg(line, e'\\n' order by line collate "C")) as md5
       from (select row(${columns})::text as line from ${table}) as lines`,
    );
    prints[table] = print;
  }
  return prints;
}

/** The fingerprints of two fresh databases, of the same full hour, because the demo's times are relative to it. */
async function ofSameHour(open: () => ReturnType<typeof openSeeded>): Promise<[unknown, unknown]> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const started = hour();
  const prints: unknown[] = [];
  for (const next of [openSeeded, open]) {
    const database = await next();
    prints.push(await fingerprints(database));
    await database.close();
  }
  return hour() === started ? [prints[0], prints[1]] : ofSameHour(open);
}

test("another fresh database gets the same rows", async () => {
  const [one, another] = await ofSameHour(openSeeded);
  expect(another).toEqual(one);
});

test("a PostgreSQL server gets the same rows", async ({ skip, onTestFinished }) => {
  const [one, another] = await ofSameHour(async () => {
    const server = await startPostgresServer();
    if (!server) return skip("there is no PostgreSQL on this machine");
    onTestFinished(() => server.stop());
    return openSeeded({ url: server.url });
  });
  expect(another).toEqual(one);
});
