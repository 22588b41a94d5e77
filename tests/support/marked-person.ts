import { randomUUID } from "node:crypto";
import { runAs } from "./database-calls.ts";
import { createAccount, type Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";
import type { World } from "./database-world.ts";
import { importLeads, stagedImport } from "./lead-imports.ts";
import { addLeadRow, changeLeads, mergeLeads } from "./lead-rows.ts";

/** A word that appears nowhere else. All texts of a marked person contain it. */
export const MARKER = "zqxmarkerjv";
const at = (name: string) => `${name}.${MARKER}@example.com`;

export type MarkedPerson = { lead: string; twin: string; account: Person; open: string };

/** A person who used everything: forms, emails, an import, a merge, a wrong merge, an account, a request. */
export async function addMarkedPerson(db: Session, world: World): Promise<MarkedPerson> {
  const { "active sales": sales } = world.people;
  const lead = await addByForms(db);
  await workWith(db, sales, lead);
  const twin = await addLeadRow(db, sales, {
    first_name: `Twin${MARKER}`,
    email: at("twin"),
    phone: "+1 503 555 0177",
    company: `${MARKER} Studio`,
  });
  await mergeLeads(db, sales, lead, twin, { first_name: "other" });
  await mergeByMistake(db, sales, lead);
  await importLeads(db, sales, [{ name: `Import ${MARKER}`, email: at("twin"), goals: MARKER }], "update");
  await stagedImport(db, sales, [{ name: `Staged ${MARKER}`, email: at("lead") }]);
  const account = await addAccount(db, world, lead);
  await addCalls(db, lead, account);
  // Someone else came from the same campaign.
  const open = await addLeadRow(db, sales, {
    first_name: "Somebody",
    email: "somebody.else@example.com",
    first_touch: '{"utm_campaign": "Spring"}',
  });
  return { lead, twin, account, open };
}

async function addByForms(db: Session): Promise<string> {
  const touch = { utm_source: MARKER, utm_medium: MARKER, utm_term: MARKER, utm_content: MARKER, landing_page: MARKER };
  await runAs(db, "service", "select public.submit_contact($1::text::jsonb, '192.0.2.7')", [
    JSON.stringify({
      ...touch,
      submission_id: randomUUID(),
      first_name: `First${MARKER}`,
      last_name: `Last${MARKER}`,
      email: at("lead"),
      company: `${MARKER} Studio`,
      goals: `Goals ${MARKER}`,
      interests: [`pro ${MARKER}`],
      utm_campaign: "spring",
    }),
  ]);
  await runAs(db, "service", "select public.submit_application($1::text::jsonb, '{}', '192.0.2.7')", [
    JSON.stringify({
      submission_id: randomUUID(),
      full_name: `First${MARKER} Last${MARKER}`,
      email: at("lead"),
      company: `${MARKER} Studio`,
      target_new_clients_per_month: "10",
      phone: "+1 503 555 0188",
      notes: `Notes ${MARKER}`,
      user_agent: MARKER,
      page_url: `https://example.com/?${MARKER}`,
    }),
  ]);
  const { rows } = await db.run<{ id: string; account_id: string }>(
    "select id, account_id from public.landing_pages where slug = 'open'",
  );
  const path = `${rows[0]?.account_id}/${randomUUID()}`;
  await db.run("insert into storage.objects (bucket_id, name) values ('submissions', $1)", [path]);
  await runAs(db, "service", "select public.submit_landing_form($1::text::jsonb, '192.0.2.7')", [
    JSON.stringify({
      page_id: rows[0]?.id,
      submission_id: randomUUID(),
      email: at("lead"),
      first_name: `First${MARKER}`,
      answers: { email: at("lead"), wish: MARKER },
      utm: { utm_source: MARKER },
      source: MARKER,
      referrer_url: `https://${MARKER}.example.com`,
      files: [{ path, field: "brief", name: `${MARKER}.pdf`, type: "application/pdf", bytes: 9 }],
    }),
  ]);
  const found = await db.run<{ id: string }>("select id from public.leads where email = $1", [at("lead")]);
  return found.rows[0]?.id ?? "";
}

async function workWith(db: Session, sales: Person, lead: string): Promise<void> {
  await runAs(db, sales, "select public.claim_lead($1)", [lead]);
  await runAs(
    db,
    sales,
    "insert into public.lead_activities (lead_id, kind, body, actor_id) values ($1, 'call', $2, $3)",
    [lead, `Talked to ${MARKER}`, sales.id],
  );
  await runAs(
    db,
    sales,
    "insert into public.lead_tasks (lead_id, title, due_at) values ($1, $2, now() + interval '1 day')",
    [lead, `Call ${MARKER}`],
  );
  await changeLeads(db, sales, [lead], { role: MARKER, tags: [MARKER], value_cents: 12_300, stage: "connected" });
  await changeLeads(db, sales, [lead], { last_name: `Later${MARKER}` });
  await db.run(
    "insert into public.lead_pins (activity_id, lead_id) select id, lead_id from public.lead_activities where lead_id = $1 limit 1",
    [lead],
  );
  await runAs(db, sales, "select public.start_call($1)", [lead]);
}

/** Merges a lead of this person into another person's by mistake, undoes that, and merges it correctly. */
async function mergeByMistake(db: Session, sales: Person, lead: string): Promise<void> {
  const other = await addLeadRow(db, sales, { first_name: "Other", email: "other.person@example.com" });
  const wrong = await addLeadRow(db, sales, { last_name: MARKER, phone: "+1 503 555 0199", email: at("lead") });
  const batch = await mergeLeads(db, sales, other, wrong, { last_name: "other", phone: "other" });
  await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
  await db.run("update public.leads set phone = null, last_name = null where id = $1", [other]);
  await mergeLeads(db, sales, lead, wrong);
}

async function addAccount(db: Session, { people }: World, lead: string): Promise<Person> {
  const { admin, "active sales": sales } = people;
  await runAs(db, admin, "select public.invite_user($1, 'client')", [at("lead")]);
  // The sales person hands the client over, and the admin's request waits for the account.
  for (const who of [sales, admin])
    await runAs(db, who, "select public.win_lead($1, $2, null, $3, $4)", [
      randomUUID(),
      lead,
      JSON.stringify({ email: at("lead") }),
      JSON.stringify({ business_name: `${MARKER} Studio`, notion_url: `https://www.notion.so/${MARKER}` }),
    ]);
  await db.run(
    "insert into public.change_request_answers (request_id, body) select id, $1 from public.change_requests where message like $2",
    [`Did it for ${MARKER}`, `%${lead}`],
  );
  // Another client names them in a reply.
  await db.run(
    `insert into public.change_request_answers (request_id, body, author_id, from_client)
     select id, $2, user_id, true from public.change_requests where user_id = $1`,
    [people.owner.id, `Please call ${MARKER}: ${at("lead")}`],
  );
  const account = await createAccount(db, {
    email: at("lead"),
    metadata: { first_name: `First${MARKER}`, last_name: `Last${MARKER}`, account_type: "client", more: MARKER },
  });
  await addAuthRows(db, account.id);
  await db.run("update public.profiles set company = $2 where user_id = $1", [account.id, `${MARKER} Studio`]);
  await runAs(
    db,
    account,
    "insert into public.change_requests (user_id, user_email, business_name, message) values ($1, $2, $3, $3)",
    [account.id, account.email, MARKER],
  );
  await db.run(
    `insert into storage.objects (bucket_id, name, owner_id, version)
     select 'attachments', id || '/request/' || $2 || '.pdf', $1, gen_random_uuid() from public.change_requests where user_id = $1::uuid
     union all select 'avatars', $1 || '/' || $2 || '.png', $1, gen_random_uuid()`,
    [account.id, MARKER],
  );
  await db.run(
    `insert into public.client_dashboards (user_id, business_name, notion_database_url)
     values ($1, $2, 'https://www.notion.so/' || $2)`,
    [account.id, MARKER],
  );
  await db.run(
    `with draft as (
       insert into public.invoices (client_id, invoice_number, description, amount) values ($1, $2, $2, 100) returning id
     )
     insert into public.invoice_lines (invoice_id, position, description, unit_amount) select id, 1, $2, 100 from draft`,
    [account.id, MARKER],
  );
  await db.run("insert into public.notification_choices (user_id, kind, wanted) values ($1, 'trial-ending', false)", [
    account.id,
  ]);
  for (const table of ["admin_emails", "premium_overrides"])
    await db.run(`insert into public.${table} (email) values ($1)`, [account.email]);
  await runAs(db, admin, "select public.change_user_role($1, 'client')", [account.id]);
  await db.run(
    `insert into public.landing_brands (account_id, business_name, address, privacy_url, phone, email)
     select account_id, $2, $2, 'https://' || $2 || '.example.com', $2, $2 || '@example.com' from public.account_members where user_id = $1`,
    [account.id, MARKER],
  );
  await db.run("insert into private.rate_limits (key, hits, resets_at) values ($1, 1, now())", [`in:${account.email}`]);
  return account;
}

/** A booked call of the lead, and the hours, an absence and a calendar of the account. */
async function addCalls(db: Session, lead: string, account: Person): Promise<void> {
  await db.run(
    `insert into public.bookings (account_id, lead_id, starts_at, ends_at, name, email, phone, time_zone, answers, title, location, location_details, submission_id)
     select account_id, id, now() + interval '1 day', now() + interval '25 hours', $2, $3, '+1 503 555 0188', 'UTC', $4::text::jsonb, 'Strategy call', 'place', $2,
       gen_random_uuid()
     from public.leads where id = $1`,
    [lead, `First${MARKER}`, at("lead"), JSON.stringify({ [`What do you sell, ${MARKER}?`]: MARKER })],
  );
  await db.run(
    `insert into public.rotas (account_id, user_id, time_zone, hours)
     select account_id, user_id, 'UTC', '{}' from public.account_members where user_id = $1 limit 1`,
    [account.id],
  );
  await db.run(
    "insert into public.absences (user_id, starts_at, ends_at) values ($1, now(), now() + interval '1 day')",
    [account.id],
  );
  await db.run("insert into public.calendar_subscriptions (user_id, address) values ($1, $2)", [
    account.id,
    `https://calendar.example.com/${MARKER}.ics`,
  ]);
}

async function addAuthRows(db: Session, id: string): Promise<void> {
  const session = randomUUID();
  await db.run("insert into auth.sessions (id, user_id, user_agent, tag) values ($1, $2, $3, $3)", [
    session,
    id,
    MARKER,
  ]);
  await db.run("insert into auth.refresh_tokens (id, token, user_id, session_id) values ($1, $2, $3, $4)", [
    randomUUID(),
    MARKER,
    id,
    session,
  ]);
  await db.run(
    "insert into auth.identities (id, provider, provider_id, user_id, identity_data) values ($1, 'email', $2, $3, $4::text::jsonb)",
    [randomUUID(), MARKER, id, JSON.stringify({ email: at("lead") })],
  );
  await db.run(
    "insert into auth.flow_state (id, user_id, authentication_method, provider_type, referrer) values ($1, $2, 'email', 'email', $3)",
    [randomUUID(), id, MARKER],
  );
  await db.run("select private.store_email_link(sha256('link'), $1, $2, 'recovery', $3, 600)", [
    id,
    at("lead"),
    MARKER,
  ]);
  await db.run("insert into auth.audit_log_entries (id, payload) values ($1, $2::text::json)", [
    randomUUID(),
    JSON.stringify({ actor_id: id, actor_username: at("lead") }),
  ]);
}
