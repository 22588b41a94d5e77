import { expect, test } from "vitest";
import { FUNCTION_RIGHTS, TABLE_RIGHTS } from "../../../server/doctor/rights.ts";
import { databases } from "../../support/database.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";

/** Every right of a visitor (anon) or a signed-in person (authenticated) on a table, before policies narrow it. */
const GRANTS = `
  absences          | authenticated | select
  account_loans     | authenticated | select
  account_members   | authenticated | select
  accounts          | authenticated | select
  admin_emails      | authenticated | select
  agency_settings   | authenticated | select, update(accent address agency_name currency email holiday_names holidays invoice_prefix locale logo logo_height logo_plate logo_width next_invoice_number payment_days payment_terms phone require_factor_of_admins require_factor_of_sales session_days session_idle_days speed_to_lead_minutes tax_id time_zone working_hours)
  applications      | authenticated | select
  audit_log         | authenticated | select
  booking_events    | authenticated | select
  booking_hosts     | authenticated | select
  bookings          | authenticated | select(account_id answers created_at decided_at decided_by email ends_at id lead_id location location_details meeting_type_id name page_id phone sequence starts_at state time_zone title updated_at)
  calendar_subscriptions | authenticated | select
  change_request_answers | authenticated | select(body created_at from_client id reopens request_id)
  change_requests   | authenticated | insert(account_id business_name id message request_type user_email user_id), select
  client_dashboards | authenticated | delete, insert(business_name dashboard_title notion_database_url user_id), select, update(business_name dashboard_title notion_database_url user_id)
  contacts          | anon          | insert(ad_spend company email first_name goals interests landing_page last_name referrer_url session_id source status submission_id traffic_type utm_campaign utm_content utm_medium utm_source utm_term)
  contacts          | authenticated | insert(ad_spend company email first_name goals interests landing_page last_name referrer_url session_id source status submission_id traffic_type utm_campaign utm_content utm_medium utm_source utm_term)
  email_templates   | authenticated | select
  invitations       | authenticated | select(accepted_at accepted_by account_id account_role created_at email expires_at id invited_by revoked_at role)
  invoice_credits   | authenticated | select(amount created_at id invoice_id reason removed_at)
  invoice_events    | authenticated | select
  invoice_lines     | authenticated | select
  invoices          | authenticated | select
  landing_brands    | authenticated | select
  landing_clicks    | authenticated | select
  landing_domains   | authenticated | select
  landing_drafts    | authenticated | select
  landing_imports   | authenticated | select
  landing_page_versions | authenticated | select
  landing_pages     | anon          | select
  landing_pages     | authenticated | select
  landing_pictures  | authenticated | insert(alt focus_x focus_y height is_decorative name width), select, update(alt focus_x focus_y height is_decorative name width)
  landing_previews  | authenticated | select(account_id created_at created_by expires_at id page_id revoked_at)
  landing_publish_requests | authenticated | select
  landing_submission_files | authenticated | select
  landing_submissions | authenticated | select
  landing_test_variants | authenticated | select
  landing_test_views | authenticated | select
  landing_test_visits | authenticated | select
  landing_tests     | authenticated | select
  landing_views     | authenticated | select
  landing_visits    | authenticated | select
  lead_activities   | authenticated | insert(actor_id body id kind lead_id occurred_at payload), select
  lead_batches      | authenticated | select
  lead_clock_events | authenticated | select
  lead_clocks       | authenticated | select
  lead_imports      | authenticated | select
  lead_pins         | authenticated | delete, insert(activity_id lead_id), select
  lead_retractions  | authenticated | select
  lead_routing      | authenticated | select
  lead_tasks        | authenticated | delete, insert(due_at id kind lead_id title), select, update(done_at due_at kind title)
  lead_views        | authenticated | delete, insert(config id is_shared name position screen), select, update(config is_shared name position)
  leads             | authenticated | insert(company email first_name last_name source user_id), select, update(archived_at company email first_name is_spam last_name source user_id)
  lost_reasons      | authenticated | insert(is_active label position), select, update(is_active label position)
  meeting_hosts     | authenticated | select
  meeting_types     | authenticated | select
  notification_choices | authenticated | insert(kind user_id wanted), select, update(kind user_id wanted)
  payments          | authenticated | select
  pipeline_stages   | authenticated | select, update(label rots_after_days)
  premium_overrides | authenticated | select
  profiles          | authenticated | insert(billing_address company first_name last_name tax_id user_id), select, update(billing_address company first_name last_name tax_id user_id)
  request_assignments | authenticated | select
  retainer_charges  | authenticated | select
  retainers         | authenticated | select
  retention_settings | authenticated | select, update(keep_days)
  rotas             | authenticated | select
  subscriptions     | authenticated | select
  user_roles        | authenticated | insert(role status user_id), select, update(status)
`;

/**
 * Every function that someone other than the service role may call. Policies call those of the private schema. The bodies of
 * public functions have the same names and rights there.
 */
const FUNCTIONS = `
  private.account_for_insert       | authenticated
  private.accounts_as              | authenticated
  private.accounts_of_caller       | authenticated
  private.agency_account           | authenticated
  private.begins_words             | authenticated
  private.colleagues               | authenticated
  private.confirmed_email          | authenticated
  private.fold_text                | authenticated
  private.folder_id                | authenticated
  private.has_active_role          | authenticated
  private.has_any_active_role      | authenticated
  private.held_bookings            | authenticated
  private.invitation_end           | anon, authenticated
  private.is_current_logo          | authenticated
  private.is_landing_picture_used  | authenticated
  private.is_own_request_file      | authenticated
  private.is_premium_workspace     | authenticated
  private.is_request_file          | authenticated
  private.is_restricted_to_pending | authenticated
  private.is_session_sufficient    | authenticated
  private.is_team_file             | authenticated
  private.is_unsent_file           | authenticated
  private.landing_day_start        | authenticated
  private.lead_name_key            | authenticated
  private.lead_of_submission       | authenticated
  private.manages_workspace          | authenticated
  private.may_attach_to_request    | authenticated
  private.may_become_admin         | authenticated
  private.note_landing_test        | authenticated
  private.own_accounts             | authenticated
  private.pages_workspace          | authenticated
  private.phone_key                | authenticated
  private.reads_form_file          | authenticated
  private.reads_picture            | authenticated
  private.require_sufficient_session | authenticated
  private.roll_out_landing_test    | authenticated
  private.search_words             | authenticated
  private.sees_all_leads           | authenticated
  private.start_landing_test       | authenticated
  private.stop_landing_test        | authenticated
  private.visible_since            | authenticated
  private.workspace                | authenticated
  private.writes_brand_file        | authenticated
  private.writes_pages             | authenticated
  private.writes_picture           | authenticated
  public.account_people            | authenticated
  public.account_plans             | authenticated
  public.account_record            | authenticated
  public.add_absence               | authenticated
  public.add_calendar              | authenticated
  public.add_landing_domain        | authenticated
  public.agency_contact            | authenticated
  public.agency_today              | authenticated
  public.answer_change_request     | authenticated
  public.answer_publish_request    | authenticated
  public.archive_account           | authenticated
  public.ask_for_deletion          | authenticated
  public.assign_change_request     | authenticated
  public.assign_client_dashboard   | authenticated
  public.begin_landing_import      | authenticated
  public.begin_plan_change         | authenticated
  public.book_call                 | authenticated
  public.calendar_feed_since       | authenticated
  public.call_takers               | authenticated
  public.call_times                | authenticated
  public.can_set_up_admin          | authenticated
  public.cancel_call               | authenticated
  public.cancel_email_change       | authenticated
  public.cancel_lead_import        | authenticated
  public.change_leads              | authenticated
  public.change_task               | authenticated
  public.change_user_role          | authenticated
  public.check_dashboard_import    | authenticated
  public.check_request             | anon, authenticated
  public.claim_lead                | authenticated
  public.client_balance            | authenticated
  public.client_figures            | authenticated
  public.client_record             | authenticated
  public.continue_retainer         | authenticated
  public.count_account_rows        | authenticated
  public.count_billed_items        | authenticated
  public.count_failed_emails       | authenticated
  public.count_leads_matching      | authenticated
  public.count_leads_to_reassign   | authenticated
  public.count_open_work           | authenticated
  public.create_account            | authenticated
  public.create_account_from_lead  | authenticated
  public.create_calendar_feed      | authenticated
  public.create_invoice            | authenticated
  public.create_landing_page       | authenticated
  public.create_landing_preview    | authenticated
  public.create_lead               | authenticated
  public.create_lead_import        | authenticated
  public.create_recovery_codes     | authenticated
  public.create_retainer           | authenticated
  public.credit_invoice            | authenticated
  public.crm_analytics             | authenticated
  public.crm_board                 | authenticated
  public.crm_board_column          | authenticated
  public.crm_board_totals          | authenticated
  public.crm_calls                 | authenticated
  public.crm_notifications         | authenticated
  public.crm_outcomes              | authenticated
  public.crm_pulse                 | authenticated
  public.crm_responses             | authenticated
  public.crm_today                 | authenticated
  public.deactivate_user           | authenticated
  public.delete_client_dashboard   | authenticated
  public.delete_draft_invoice      | authenticated
  public.delete_email_template     | authenticated
  public.delete_landing_page       | authenticated
  public.delete_meeting_type       | authenticated
  public.delete_premium_override   | authenticated
  public.deletion_request          | authenticated
  public.discard_dashboard_import  | authenticated
  public.duplicate_invoice         | authenticated
  public.duplicate_landing_page    | authenticated
  public.email_invoice             | authenticated
  public.end_loan                  | authenticated
  public.end_own_session           | authenticated
  public.end_retainer              | authenticated
  public.erase_person              | authenticated
  public.export_leads              | authenticated
  public.find_invitation           | anon, authenticated
  public.finish_dashboard_import   | authenticated
  public.finish_task               | authenticated
  public.hand_over_call            | authenticated
  public.invitation_end            | anon, authenticated
  public.invite_member             | authenticated
  public.invite_user               | authenticated
  public.invoice_for_admin         | authenticated
  public.invoice_milestones        | authenticated
  public.invoice_paid_together     | authenticated
  public.invoice_payers            | authenticated
  public.invoice_recipient         | authenticated
  public.invoice_statement         | authenticated
  public.join_account              | authenticated
  public.kept_landing_drafts       | authenticated
  public.known_lead                | authenticated
  public.landing_brand             | authenticated
  public.landing_day_start         | authenticated
  public.landing_funnel            | authenticated
  public.landing_page_stats        | authenticated
  public.landing_page_titles       | authenticated
  public.landing_picture_uses      | authenticated
  public.landing_test_figures      | authenticated
  public.landing_version_changes   | authenticated
  public.landing_visit_sums        | authenticated
  public.last_lead_mapping         | authenticated
  public.lead_duplicates           | authenticated
  public.lead_ids_matching         | authenticated
  public.lead_import_matches       | authenticated
  public.lead_import_problems      | authenticated
  public.lead_page                 | authenticated
  public.lead_timeline             | authenticated
  public.lend_rep                  | authenticated
  public.list_accounts             | authenticated
  public.list_admin_emails         | authenticated
  public.list_admin_overview       | authenticated
  public.list_calls                | authenticated
  public.list_group_leads          | authenticated
  public.list_landing_pages        | authenticated
  public.list_lead_groups          | authenticated
  public.list_lead_tags            | authenticated
  public.list_leads                | authenticated
  public.list_meeting_types        | authenticated
  public.list_own_sessions         | authenticated
  public.list_premium_overrides    | authenticated
  public.list_request_files        | authenticated
  public.list_team                 | authenticated
  public.list_upcoming_charges     | authenticated
  public.list_waiting_work         | authenticated
  public.log_activity              | authenticated
  public.mail_status               | authenticated
  public.mark_notifications_read   | authenticated
  public.may_check_landing_domain  | authenticated
  public.may_pay_invoice           | authenticated
  public.merge_leads               | authenticated
  public.move_call                 | authenticated
  public.move_landing_page         | authenticated
  public.move_times                | authenticated
  public.must_have_second_factor   | authenticated
  public.my_accounts               | authenticated
  public.note_landing_test         | authenticated
  public.open_invoice              | authenticated
  public.order_lost_reasons        | authenticated
  public.own_data                  | authenticated
  public.portal_rights             | authenticated
  public.prepare_client_dashboard  | authenticated
  public.prepare_lead_import       | authenticated
  public.preview_erasure           | authenticated
  public.preview_meeting_type      | authenticated
  public.publish_landing_page      | authenticated
  public.reactivate_user           | authenticated
  public.receipt_people            | authenticated
  public.record_client_view        | authenticated
  public.record_dashboard_access   | authenticated
  public.record_invoice_payment    | authenticated
  public.record_workspace_visit    | authenticated
  public.recovery_codes_left       | authenticated
  public.refresh_calendar          | authenticated
  public.reject_user               | authenticated
  public.remove_absence            | authenticated
  public.remove_calendar           | authenticated
  public.remove_invoice_credit     | authenticated
  public.remove_invoice_payment    | authenticated
  public.remove_landing_domain     | authenticated
  public.remove_member             | authenticated
  public.reopen_task               | authenticated
  public.reply_to_change_request   | authenticated
  public.resend_failed_emails      | authenticated
  public.resend_invitation         | authenticated
  public.reset_second_factors      | authenticated
  public.response_stats            | authenticated
  public.response_stats_today      | authenticated
  public.restore_audit_entry       | authenticated
  public.restore_draft_invoice     | authenticated
  public.restore_invoice_credit    | authenticated
  public.restore_invoice_payment   | authenticated
  public.restore_outlook           | authenticated
  public.retainer_outlook          | authenticated
  public.retry_email               | authenticated
  public.revoke_calendar_feed      | authenticated
  public.revoke_invitation         | authenticated
  public.revoke_landing_preview    | authenticated
  public.revoke_member_invitation  | authenticated
  public.roll_back_landing_page    | authenticated
  public.roll_out_landing_test     | authenticated
  public.save_email_template       | authenticated
  public.save_landing_brand        | authenticated
  public.save_landing_draft        | authenticated
  public.save_meeting_type         | authenticated
  public.save_rota                 | authenticated
  public.save_routing              | authenticated
  public.search_audit_log          | authenticated
  public.search_billable_clients   | authenticated
  public.search_change_requests    | authenticated
  public.search_client_dashboards  | authenticated
  public.search_clients            | authenticated
  public.search_email_log          | authenticated
  public.search_invoices           | authenticated
  public.search_landing_pictures   | authenticated
  public.search_leads              | authenticated
  public.search_people             | authenticated
  public.search_records            | authenticated
  public.search_retainers          | authenticated
  public.second_factor_state       | authenticated
  public.send_invoice              | authenticated
  public.send_lead_email           | authenticated
  public.set_admin_email           | authenticated
  public.set_booking_outcome       | authenticated
  public.set_change_request_status | authenticated
  public.set_member_role           | authenticated
  public.set_page_approval         | authenticated
  public.set_premium_override      | authenticated
  public.simulate_routing          | authenticated
  public.stage_dashboard_import    | authenticated
  public.stage_lead_import         | authenticated
  public.stage_medians             | authenticated
  public.start_call                | authenticated
  public.start_card_refund         | authenticated
  public.start_landing_test        | authenticated
  public.start_lead_import         | authenticated
  public.stop_landing_test         | authenticated
  public.team_shifts               | authenticated
  public.undo_book_call            | authenticated
  public.undo_call_change          | authenticated
  public.undo_claim                | authenticated
  public.undo_hand_over            | authenticated
  public.undo_lead_batch           | authenticated
  public.undo_lead_import          | authenticated
  public.undo_lead_merge           | authenticated
  public.undo_log_activity         | authenticated
  public.undo_retainer_change      | authenticated
  public.unpublish_landing_page    | authenticated
  public.update_account            | authenticated
  public.update_client_dashboard   | authenticated
  public.update_draft_invoice      | authenticated
  public.update_retainer           | authenticated
  public.void_invoice              | authenticated
  public.win_lead                  | authenticated
  public.withdraw_publish_request  | authenticated
  public.working_calendar          | authenticated
  public.workspace_state           | authenticated
`;

const lines = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .join(" | "),
    );

/** Each query finds violations of a rule. The result must be empty. */
const RULES: Record<string, string> = {
  "every table has row-level security": `select c.oid::regclass::text as found from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace) and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  "every public table has a policy": `select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  "no policy applies to all roles or all verbs": `select polname as found from pg_policy
    where 0 = any (polroles) or (polcmd = '*' and polpermissive)`,
  "every public table is closed to sessions without their second factor": `select c.relname as found from pg_class c
    where (c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') or c.oid = 'storage.objects'::regclass) and not exists (
      select from pg_policies p where p.schemaname = c.relnamespace::regnamespace::text and p.tablename = c.relname and p.permissive = 'RESTRICTIVE'
        and p.cmd = 'ALL' and p.roles = '{authenticated}' and p.with_check = p.qual
        and p.qual like '( SELECT private.is_session_sufficient() AS is_session_sufficient)')`,
  "no policy looks up the caller again for each row": `select policyname as found from pg_policies
    where coalesce(qual, '') || coalesce(with_check, '') ~ '(?<!SELECT )(auth\\.uid|private\\.[a-z_]+)\\('`,
  "no function is granted to PUBLIC": `select p.oid::regprocedure::text as found from pg_proc p
    cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and a.grantee = 0`,
  "no API role may use the private schema": `select r.rolname as found from (values ('anon'), ('authenticated'), ('service_role')) r(rolname)
    where has_schema_privilege(r.rolname, 'private', 'usage')`,
  "no API role may create objects in the public schema": `select r.rolname as found from (values ('anon'), ('authenticated'), ('service_role')) r(rolname)
    where has_schema_privilege(r.rolname, 'public', 'create')`,
  "one function looks up the agency's time zone, and one an account's": `select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosrc ~ 'select \\w+\\.time_zone' and p.proname not in ('agency_zone', 'account_zone')`,
  "every foreign key has an index that starts with its columns": `select k.conrelid::regclass || '.' || k.conname as found
    from pg_constraint k where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      -- Stages and accounts are never deleted and keep their keys; an index without the nulls serves a key as well.
      and k.confrelid not in ('public.pipeline_stages'::regclass, 'public.accounts'::regclass)
      and not exists (select from pg_index i where i.indrelid = k.conrelid
        and coalesce(pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$', true)
        and (select array_agg(c order by c) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) c)
          = (select array_agg(c order by c) from unnest(k.conkey) c))`,
  "every column in a policy starts an index, or follows the account in one": `select distinct c.relname || '.' || a.attname as found
    from pg_policy p join pg_class c on c.oid = p.polrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where p.polqual is not null and pg_get_expr(p.polqual, p.polrelid) ~ ('\\m' || a.attname || '\\M')
      and not exists (
        select from pg_index i left join pg_attribute account on account.attrelid = c.oid and account.attname = 'account_id'
        where i.indrelid = c.oid and (i.indkey[0] = a.attnum or i.indkey[0] = account.attnum and i.indkey[1] = a.attnum))`,
  "every table has one permissive policy for a verb and a role": `select tablename || ' ' || cmd || ' ' || role.name as found
    from pg_policies cross join lateral unnest(roles) as role (name)
    where schemaname = 'public' and permissive = 'PERMISSIVE' group by tablename, cmd, role.name having count(*) > 1`,
  "every public table has a comment": `select c.relname as found from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null`,
  "every public column has a comment": `select c.relname || '.' || a.attname as found
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and col_description(c.oid, a.attnum) is null`,
  "every API function and type has a comment": `select p.oid::regprocedure::text as found from pg_proc p
    where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null
    union all select t.typname from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'e' and obj_description(t.oid, 'pg_type') is null`,
  "every text, list and document has a size limit": `select c.oid::regclass || '.' || a.attname as found
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
      and (t.typname in ('text', 'varchar', 'json', 'jsonb', 'bytea') or t.typcategory = 'A')
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
        and pg_get_constraintdef(k.oid) ~ 'char_length|octet_length|cardinality|\\{0,|\\{3\\}|\\{12\\}|= ANY|\\{1,')`,
  "every updated_at has a trigger": `select c.relname as found from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'touch_updated_at')`,
};

onEveryDatabase("The catalog", (given) => {
  test("has exactly these grants on tables", async () => {
    const { rows } = await given().db.run<{ line: string }>(TABLE_RIGHTS);
    expect(rows.map(({ line }) => line)).toEqual(lines(GRANTS));
  });

  test("has exactly these functions that people may call", async () => {
    const { rows } = await given().db.run<{ line: string }>(FUNCTION_RIGHTS);
    const rights = rows.map(({ line }) => line);
    const bodies = new Set(lines(FUNCTIONS).map((line) => line.replace("public.", "private.")));
    expect(rights.filter((line) => lines(FUNCTIONS).includes(line) || !bodies.has(line))).toEqual(lines(FUNCTIONS));
  });

  test.each(Object.entries(RULES))("%s", async (_, question) => {
    const { rows } = await given().db.run<{ found: string }>(question);
    expect(rows.map(({ found }) => found)).toEqual([]);
  });

  test("gives nobody rights on a new table or function until they are granted", async () => {
    const { db } = given();
    await db.run("begin");
    try {
      await db.run("create table public.later (id integer)");
      await db.run("create function public.later() returns integer language sql as 'select 1'");
      const { rows } =
        await db.run(`select r.rolname, has_table_privilege(r.rolname, 'public.later', 'select') as reads,
        has_function_privilege(r.rolname, 'public.later()', 'execute') as calls
        from (values ('anon'), ('authenticated'), ('service_role')) r(rolname)`);
      expect(rows.filter(({ reads, calls }) => reads || calls)).toEqual([]);
    } finally {
      await db.run("rollback");
    }
  });
});

test("every database has the same policies, triggers and functions", async () => {
  const [first, ...others] = await Promise.all(
    databases().map(async ({ open }) => {
      const db = await open();
      const { rows } = await db.run<{ rule: string }>(ALL_RULES);
      await db.close();
      return rows.map(({ rule }) => rule);
    }),
  );
  expect(first?.length).toBeGreaterThan(300);
  for (const other of others) expect(other).toEqual(first);
});

/** All policies, triggers and functions, in the database's own text form. */
const ALL_RULES = `
  select concat_ws(' | ', tablename, policyname, permissive, roles, cmd, qual, with_check) as rule
  from pg_policies where schemaname in ('public', 'private', 'storage')
  union all
  select concat_ws(' | ', tgrelid::regclass, pg_get_triggerdef(oid)) from pg_trigger
  where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace))
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
  union all
  select concat_ws(' | ', relname, relrowsecurity, relforcerowsecurity) from pg_class
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace)
  order by 1`;
