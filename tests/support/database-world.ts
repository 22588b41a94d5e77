import { createPerson, KINDS, type Person, type PersonKind } from "./database-persons.ts";
import type { TestDatabase } from "./database-session.ts";

/** `ids` are rows that statements name even if the caller may not see them. */
export type World = { people: Record<PersonKind, Person>; ids: Record<string, string> };

const URL = "https://acme.notion.site/share-0123456789abcdef0123456789abcdef";

/** One person of each kind, and rows in every table: their own, another person's and no one's. */
export async function createWorld(db: TestDatabase): Promise<World> {
  const people = {} as World["people"];
  for (const kind of Object.keys(KINDS) as PersonKind[]) people[kind] = await createPerson(db, kind);
  const { owner, "other client": other, inactive, "pending sales": pending, "no role": none } = people;
  const { "active sales": sales, "other active sales": otherSales, admin } = people;
  // The pending and the inactive person own rows too. What they are denied must be because of their status.
  const clients = [owner, other, inactive, pending, none];
  for (const [at, { id, email }] of clients.entries()) {
    await db.run(
      "insert into public.client_dashboards (user_id, business_name, notion_database_url) values ($1, $2, $3)",
      [id, `Business ${at}`, URL],
    );
    await db.run(
      `insert into public.invoices (client_id, invoice_number, status, amount)
       values ($1, 'A-' || $2, 'draft', 5000), ($1, 'B-' || $2, 'paid', 7000), ($1, 'C-' || $2, 'draft', 9000)`,
      [id, String(at)],
    );
    await db.run(
      `insert into public.invoice_lines (invoice_id, position, description, unit_amount)
       select id, 1, 'Ads', amount from public.invoices where client_id = $1 and status = 'draft'`,
      [id],
    );
    await db.run("update public.invoices set status = 'pending' where client_id = $1 and amount = 5000", [id]);
    await db.run(
      `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
       select id, client_id, 'payment', amount, currency, 'pi_' || id, now() from public.invoices
       where client_id = $1 and status = 'paid'`,
      [id],
    );
    await db.run("insert into public.retainers (client_id, retainer_name, monthly_amount) values ($1, 'Ads', 90000)", [
      id,
    ]);
    await db.run(
      "insert into public.change_requests (user_id, user_email, business_name, message) values ($1, $2, 'Acme', 'Please')",
      [id, email],
    );
  }
  await addAdminsWork(db);
  await db.run("delete from private.outbox");
  await db.run(
    "insert into public.client_dashboards (user_id, business_name, notion_database_url) values ('imported-user', 'Imported', $1)",
    [URL],
  );
  for (const person of [owner, inactive, pending, sales, admin, none]) await giveExtras(db, person);
  for (const [name, { id }] of Object.entries({ sales, otherSales, pending, inactive, nobody: { id: null } }))
    await db.run(
      `with lead as (insert into public.leads (user_id, first_name, company) values ($1, $2, 'Acme') returning id)
       insert into public.lead_activities (lead_id, kind, body) select id, 'note', 'Called' from lead`,
      [id, `Lead of ${name}`],
    );
  for (const { id } of [sales, pending])
    await db.run(
      "insert into public.lead_imports (id, actor_id, file_name, headers, mapping) values (gen_random_uuid(), $1, 'a.csv', '{a}', '[null]')",
      [id],
    );
  const landing = await addLandingPages(db, admin);
  await db.run(
    "insert into public.contacts (first_name, last_name, email, goals) values ('Ann', 'Lee', 'ann@example.com', 'More')",
  );
  await db.run(`insert into public.applications (full_name, email, company, target_new_clients_per_month)
    values ('Ann Lee', 'ann@example.com', 'Acme', '10')`);
  await db.run(
    "insert into public.invitations (email, role, token_hash) values ('guest@example.com', 'sales', sha256('guest'))",
  );
  await db.run(
    "insert into public.notification_choices (user_id, kind, wanted) values ($1, 'sign-up-waiting', false)",
    [owner.id],
  );
  await db.run(
    "insert into public.lead_views (owner_id, name, is_shared) values ($1, 'Shared', true), ($1, 'Private', false)",
    [sales.id],
  );
  await db.run(
    `insert into public.email_templates (id, account_id, name, subject, body)
     values (gen_random_uuid(), private.agency_account(), 'Follow-up', 'Hello', 'Hi {{first_name}}')`,
  );
  const { rows } = await db.run<{ id: string }>("select id from public.leads where first_name = 'Lead of sales'");
  return { people, ids: { "lead of sales": rows[0]?.id ?? "", ...landing } };
}

/** Adds a published page and a draft, each with a domain, a link, a submitted form, and views. The published one has a test that is over. */
async function addLandingPages(db: TestDatabase, admin: Person): Promise<Record<string, string>> {
  await db.run(`insert into public.landing_pages (slug, title, status, content, created_at) values
    ('open', 'Open', 'published', '<p>Open words</p>', now() - interval '1 hour'),
    ('hidden', 'Hidden', 'draft', '<p>Secret words</p>', now())`);
  await db.run(`insert into public.landing_domains (page_id, domain, state)
    select id, slug || '.example.com', 'live' from public.landing_pages`);
  await db.run(
    `insert into public.landing_previews (page_id, token_hash, expires_at, created_by)
     select id, sha256(convert_to(slug || '-token', 'UTF8')), now() + interval '1 day', $1 from public.landing_pages`,
    [admin.id],
  );
  await db.run(`insert into public.landing_submissions (page_id, version, answers)
    select id, 1, '{"email": "visitor@example.com"}' from public.landing_pages`);
  await db.run(`with held as (
      insert into storage.objects (bucket_id, name)
      select 'submissions', account_id || '/' || id from public.landing_submissions returning name
    ) insert into public.landing_submission_files (path, submission_id, account_id, field, name, type, bytes)
      select held.name, sent.id, sent.account_id, 'brief', 'brief.pdf', 'application/pdf', 9
      from held join public.landing_submissions as sent on split_part(held.name, '/', 2) = sent.id::text`);
  await db.run("delete from private.unsent_form_files");
  await db.run(
    `insert into public.landing_imports (account_id, address, agreed_by)
     select distinct account_id, 'https://old.example.com', $1::uuid from public.landing_pages`,
    [admin.id],
  );
  await db.run(`insert into public.landing_views (page_id, day, version, source, views, visitors)
    select id, private.agency_day(), 1, 'direct', 4, 2 from public.landing_pages`);
  await db.run(`insert into public.landing_visits (page_id, day, version, width, visits)
    select id, private.agency_day(), 1, 'phone', 2 from public.landing_pages`);
  await db.run(`insert into public.landing_clicks (page_id, version, width, block, x, y, clicks)
    select id, 1, 'phone', 0, 3, 3, 2 from public.landing_pages`);
  await db.run(`with test as (
      insert into public.landing_tests (page_id, state, goal, stopped_at, winner_version)
      select id, 'stopped', 'submission', now(), 1 from public.landing_pages where slug = 'open' returning id, page_id
    ), secret as (insert into private.landing_test_seeds (test_id) select id from test)
    , variant as (
      insert into public.landing_test_variants (test_id, version, page_id, place, weight, label) select id, 1, page_id, 1, 50, 'A' from test
    ), visit as (
      insert into public.landing_test_visits (test_id, version, page_id, visits) select id, 1, page_id, 2 from test
    ) insert into public.landing_test_views (test_id, page_id, day, version, source, visitors)
      select id, page_id, private.agency_day(), 1, 'direct', 2 from test`);
  const { rows } = await db.run<{ name: string; id: string }>(
    `select slug || ' page' as name, id from public.landing_pages
     union all select 'open domain', id from public.landing_domains where domain = 'open.example.com'
     union all select 'open test', id from public.landing_tests
     union all select 'open link', link.id from public.landing_previews as link
       join public.landing_pages as page on page.id = link.page_id where page.slug = 'open'`,
  );
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
}

/** Adds the traces of admins and schedules on the clients' invoices, retainers and requests. */
async function addAdminsWork(db: TestDatabase): Promise<void> {
  await db.run(`insert into public.invoice_credits (invoice_id, amount, reason)
    select id, 100, 'Late' from public.invoices where status in ('pending', 'draft')`);
  await db.run("insert into public.invoice_events (invoice_id, kind) select id, 'created' from public.invoices");
  await db.run(`insert into public.retainer_charges (retainer_id, charge_date, invoice_id)
    select retainer.id, '2020-01-01', invoice.id from public.retainers as retainer
    join public.invoices as invoice on invoice.client_id = retainer.client_id and invoice.status = 'paid' on conflict do nothing`);
  await db.run(
    "insert into public.change_request_answers (request_id, body) select id, 'Done' from public.change_requests",
  );
}

async function giveExtras(db: TestDatabase, { id, email }: Person): Promise<void> {
  await db.run("insert into public.subscriptions (user_id) values ($1)", [id]);
  // Inactive, so that it makes no one an admin.
  await db.run("insert into public.admin_emails (email, is_active) values ($1, false)", [email]);
  await db.run("insert into public.premium_overrides (email) values ($1)", [email]);
}
