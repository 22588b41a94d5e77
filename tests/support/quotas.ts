import { outcomeAs } from "./database-calls.ts";
import type { Person } from "./database-persons.ts";
import type { Session } from "./database-session.ts";

/** Runs a statement this often and returns how many runs succeed. All other runs must be refused because of a quota. */
export async function countAccepted(db: Session, who: Person, statement: string, tries: number): Promise<number> {
  await outcomeAs(
    db,
    who,
    `do $do$
     declare passed integer := 0;
     begin
       for try in 1..${tries} loop
         begin
           ${statement};
           passed := passed + 1;
         exception when sqlstate 'PT429' then null;
         end;
       end loop;
       perform set_config('test.passed', passed::text, false);
     end $do$`,
  );
  const { rows } = await db.run<{ passed: string }>("select current_setting('test.passed') as passed");
  return Number(rows[0]?.passed);
}

type QuotaStatement = {
  who: "owner" | "active sales" | "admin";
  /** Adds one more. Every run differs. {page} and {lead} are rows of the world. */
  statement: string;
  /** How many it adds at once. */
  amount?: number;
};

/** A file of 100 bytes. */
const FILE =
  "insert into storage.objects (bucket_id, name, owner_id, metadata) values ('landing', gen_random_uuid(), {self}, '{\"size\": 100}')";
const LEAD = "{lead of sales}";
const PAGE = "{hidden page}";
const unique = "gen_random_uuid()";
const REPLY = `perform public.reply_to_change_request((select id from public.change_requests where user_id = {self} order by id limit 1), 'Thanks', ${unique})`;
/** The rest of the block is the caller's request in the workspace of their own account. */
const IN_OWN_WORKSPACE =
  "perform set_config('request.headers', (select jsonb_build_object('x-account', account.slug)::text from public.accounts as account join public.account_members as member on member.account_id = account.id where member.user_id = {self}), true)";

/** One statement for every quota, as people reach it. */
export const QUOTA_STATEMENTS: Record<string, QuotaStatement> = {
  service_requests: {
    who: "owner",
    statement:
      "insert into public.change_requests (user_id, user_email, business_name, message) values ({self}, {self.email}, 'Acme', 'Please')",
  },
  request_answers: {
    who: "admin",
    statement: `perform public.answer_change_request((select id from public.change_requests order by id limit 1), (select updated_at from public.change_requests order by id limit 1), 'Yes', ${unique})`,
  },
  request_replies: { who: "owner", statement: REPLY },
  replies_to_one: { who: "owner", statement: REPLY },
  contact_messages: {
    who: "owner",
    statement: `insert into public.contacts (first_name, last_name, email, goals) values ('A', 'B', ${unique} || '@example.com', 'More')`,
  },
  lead_emails: {
    who: "active sales",
    statement: `perform public.send_lead_email(${unique}, ${LEAD}, 'Hello', 'There')`,
  },
  lead_emails_to_one: {
    who: "active sales",
    statement: `perform public.send_lead_email(${unique}, ${LEAD}, 'Hello', 'There')`,
  },
  logged_activities: {
    who: "active sales",
    statement: `perform public.log_activity(${unique}, ${LEAD}, 'note', 'Hi')`,
  },
  lead_history: {
    who: "active sales",
    statement: `insert into public.lead_activities (lead_id, kind, body, actor_id) values (${LEAD}, 'note', 'Hi', {self})`,
  },
  lead_tasks: {
    who: "active sales",
    statement: `insert into public.lead_tasks (lead_id, title, due_at) values (${LEAD}, 'Call', now())`,
  },
  leads: {
    who: "active sales",
    statement: `perform public.create_lead(${unique}, jsonb_build_object('company', ${unique}))`,
  },
  lead_changes: {
    who: "active sales",
    statement: `perform public.change_leads(${unique}, array[${LEAD}::uuid], jsonb_build_object('company', 'Acme'))`,
  },
  changed_leads: {
    who: "active sales",
    statement: `perform public.change_leads(${unique}, array[${LEAD}::uuid], jsonb_build_object('company', ${unique}))`,
  },
  lead_imports: {
    who: "active sales",
    statement: `perform public.create_lead_import(${unique}, 'a.csv', array['a'], '[null]', '{}')`,
  },
  import_rows: {
    who: "active sales",
    statement:
      "perform public.stage_lead_import((select id from public.lead_imports where actor_id = {self} order by id limit 1), 1, '[{}]')",
  },
  import_bytes: {
    who: "active sales",
    statement:
      "perform public.stage_lead_import((select id from public.lead_imports where actor_id = {self} order by id limit 1), 1, '[{}]')",
    amount: 20,
  },
  client_dashboards: {
    who: "admin",
    statement: `insert into public.client_dashboards (user_id, business_name, notion_database_url) values ('imported-user', ${unique}, 'https://acme.notion.site/share')`,
  },
  dashboard_imports: { who: "admin", statement: `perform public.stage_dashboard_import(${unique}, '[]')` },
  dashboard_import_entries: {
    who: "admin",
    statement: `perform public.stage_dashboard_import(${unique}, '[{"position": 1, "user_id": "imported-user", "business_name": "A", "notion_database_url": "https://a.notion.site", "dashboard_title": "T"}]')`,
  },
  invitations: { who: "admin", statement: `perform public.invite_user(${unique} || '@example.com', 'client')` },
  invitations_to_one: { who: "admin", statement: "perform public.invite_user('again@example.com', 'client')" },
  invoices: {
    who: "admin",
    statement: `perform public.create_invoice({owner}, 'Ads', public.agency_today() + 14, 'usd', '[{"description": "Ads", "quantity": 1, "unit_amount": 100}]', ${unique})`,
  },
  invoice_credits: {
    who: "admin",
    statement:
      "perform public.credit_invoice((select id from public.invoices where client_id = {owner} and status = 'pending' limit 1), (select updated_at from public.invoices where client_id = {owner} and status = 'pending' limit 1), 1, 'Late', 'none', null)",
  },
  retainers: {
    who: "admin",
    statement: "perform public.create_retainer({owner}, 'Ads', null, 100, 'usd', public.agency_today())",
  },
  admin_emails: { who: "admin", statement: `perform public.set_admin_email(${unique} || '@example.com', true)` },
  premium_overrides: { who: "admin", statement: `perform public.set_premium_override(${unique} || '@example.com')` },
  landing_pages: {
    who: "admin",
    statement: `perform public.create_landing_page(${unique}, ${unique}::text, '{"title": "T"}')`,
  },
  landing_saves: {
    who: "admin",
    statement: `perform public.save_landing_draft(${PAGE}, (select revision from public.landing_drafts where page_id = ${PAGE}), jsonb_build_object('content', ${unique}))`,
  },
  landing_publishes: { who: "admin", statement: `perform public.roll_back_landing_page({open page}, 1)` },
  landing_tests: {
    who: "admin",
    statement: `perform public.stop_landing_test(public.start_landing_test(${unique}, {open page},
      public.save_landing_draft({open page}, (select revision from public.landing_drafts where page_id = {open page}), jsonb_build_object('content', ${unique})),
      'won', '[{"version": 1, "weight": 50, "label": "A"}, {"weight": 50, "label": "B"}]'))`,
  },
  landing_previews: { who: "admin", statement: `perform public.create_landing_preview(${PAGE}, 1)` },
  landing_domains: {
    who: "admin",
    statement: `perform public.remove_landing_domain((select id from public.landing_domains where page_id = ${PAGE}));
      perform public.add_landing_domain(${PAGE}, 'd' || ${unique} || '.example.com')`,
  },
  audit_entries: { who: "admin", statement: `perform public.set_admin_email(${unique} || '@example.com', true)` },
  lead_views: { who: "active sales", statement: "insert into public.lead_views (name) values ('Mine')" },
  email_templates: {
    who: "active sales",
    statement: `perform public.save_email_template(${unique}::uuid, ${unique}::text, 'Hello', 'Hello')`,
  },
  lost_reasons: {
    who: "admin",
    statement: `insert into public.lost_reasons (label, position) values (${unique}, 100)`,
  },
  landing_pages_held: {
    who: "admin",
    statement: `perform public.create_landing_page(${unique}, ${unique}::text, '{"title": "T"}')`,
  },
  landing_draft_bytes: {
    who: "admin",
    statement: `perform public.save_landing_draft(${PAGE}, (select revision from public.landing_drafts where page_id = ${PAGE}), jsonb_build_object('content', (select content || 'x' from public.landing_drafts where page_id = ${PAGE})))`,
  },
  client_pages_held: {
    who: "owner",
    statement: `${IN_OWN_WORKSPACE}; perform public.create_landing_page(${unique}, ${unique}::text, '{"title": "T"}')`,
  },
  client_draft_bytes: {
    who: "owner",
    statement: `${IN_OWN_WORKSPACE}; perform public.create_landing_page(${unique}, ${unique}::text, '{"title": "T", "content": "<p>Some words</p>"}')`,
  },
  landing_versions: { who: "admin", statement: "perform public.roll_back_landing_page({open page}, 1)" },
  landing_history_bytes: { who: "admin", statement: "perform public.roll_back_landing_page({open page}, 1)" },
  landing_previews_open: { who: "admin", statement: `perform public.create_landing_preview(${PAGE}, 1)` },
  uploads: { who: "admin", statement: FILE },
  file_bytes: { who: "admin", statement: FILE },
  all_file_bytes: { who: "admin", statement: FILE },
};
