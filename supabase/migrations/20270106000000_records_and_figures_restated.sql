-- Two branches changed the record of an account; and only canceled calls are looked up for an undo.

create or replace function private.account_record(p_account_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  account public.accounts;
  last_at constant timestamptz := private.account_last_activity(p_account_id);
  late_leads bigint;
  late_invoices bigint;
begin
  perform private.require_admin();
  select held.* into account from public.accounts as held where held.id = p_account_id;
  if account.id is null then perform private.refuse('account_not_found', 'PT404', 'Account not found'); end if;
  select count(*) into late_leads from public.leads as lead
  where lead.account_id = account.id and lead.clock_due_at < now() and lead.archived_at is null and not lead.is_spam and lead.erased_at is null;
  select count(*) into late_invoices from private.shown_invoices as late
  where late.account_id = account.id and late.is_open and late.shown = 'overdue';
  return private.account_json(account) || jsonb_build_object(
    'people', public.account_people(account.id),
    'money', private.account_money(account.id),
    'running', private.account_running(account.id),
    'plan', (
      select jsonb_build_object('payer_id', plan.payer, 'payer', private.person_name(plan.payer), 'is_gift', plan.is_gift,
        'ends_at', plan.ends_at, 'trial_end', plan.trial_end, 'is_ending', plan.is_ending)
      from private.plan_of_account(account.id) as plan
    ),
    'health', private.account_health(late_leads, late_invoices, last_at, account.created_at, account.archived_at is not null),
    'last_activity_at', last_at,
    'late_leads', late_leads,
    'open_requests', (
      select count(*) from public.change_requests as request where request.account_id = account.id and request.status = 'open'
    ),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'title', page.title, 'slug', page.slug, 'status', page.status, 'domain', page.custom_domain)
        order by page.created_at desc)
      from (select * from public.landing_pages as one where one.account_id = account.id order by one.created_at desc limit 50) as page
    ), '[]'),
    'leads', (select coalesce(sum(total.leads), 0) from private.lead_totals as total where total.account_id = account.id),
    'unanswered', (
      select count(*) from public.leads as lead
      where lead.account_id = account.id and lead.clock_due_at is not null and lead.archived_at is null and not lead.is_spam and lead.erased_at is null
    ),
    -- What names nobody yet.
    'prepared', jsonb_build_object(
      'invoices', coalesce((
        select jsonb_agg(jsonb_build_object('id', draft.id, 'description', draft.description, 'amount', draft.amount, 'currency', draft.currency)
          order by draft.created_at desc, draft.id)
        from (
          select one.* from public.invoices as one where one.account_id = account.id and one.client_id is null order by one.created_at desc limit 50
        ) as draft
      ), '[]'),
      'retainers', coalesce((
        select jsonb_agg(jsonb_build_object('id', draft.id, 'name', draft.retainer_name, 'amount', draft.monthly_amount, 'currency', draft.currency)
          order by draft.created_at desc, draft.id)
        from (
          select one.* from public.retainers as one where one.account_id = account.id and one.client_id is null and one.status = 'pending'
          order by one.created_at desc limit 50
        ) as draft
      ), '[]')
    ),
    'dashboard', (
      select jsonb_build_object('id', board.id, 'business_name', board.business_name, 'title', board.dashboard_title, 'url', board.notion_database_url,
        'is_prepared', board.owner_id is null and private.first_owner(account.id) is null)
      from public.client_dashboards as board where board.account_id = account.id order by board.owner_id is null, board.created_at limit 1
    ),
    'from_lead', (
      select jsonb_build_object('id', lead.id, 'name', private.lead_title(lead)) from public.leads as lead
      where lead.client_account_id = account.id order by lead.closed_at limit 1
    )
  );
end
$$;

create or replace function private.crm_calls(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  account constant uuid := private.workspace();
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  -- The same as call_of_lead, call_type_of_lead and page_of_lead, for all leads at once.
  with booking as materialized (
    select case when lead.merged_into is null then lead.id else private.kept_lead(lead.id) end as lead_id,
      made.state, made.meeting_type_id, made.page_id, made.created_at, made.id
    from public.bookings as made join public.leads as lead on lead.id = made.lead_id
    where made.account_id = account and (made.state <> 'cancelled' or not private.was_undone(made))
  ), call as materialized (
    select booking.lead_id, (array_agg(booking.meeting_type_id order by booking.created_at desc, booking.id))[1] as type,
      case when bool_or(booking.state = 'held') then 'held' when bool_or(booking.state = 'no_show') then 'no_show'
        when bool_or(booking.state = 'booked') then 'booked' else 'cancelled' end as state
    from booking group by booking.lead_id
  ), visit as materialized (
    select distinct on (seen.lead_id) seen.lead_id, seen.page_id from (
      select booking.lead_id, booking.page_id, booking.created_at from booking where booking.page_id is not null
      union all
      select case when lead.merged_into is null then lead.id else private.kept_lead(lead.id) end, sent.page_id, sent.created_at
      from public.landing_submissions as sent join public.leads as lead on lead.id = sent.lead_id
      where lead.account_id = account and not sent.is_spam
    ) as seen order by seen.lead_id, seen.created_at, seen.page_id
  ), arrived as materialized (
    select lead.created_at < period.begins as is_before, lead.source, lead.user_id as rep, call.state, call.type, visit.page_id as page
    from private.counted_leads as lead
    left join call on call.lead_id = lead.id left join visit on visit.lead_id = lead.id
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins_before and lead.created_at < period.ends
  ), stat as materialized (
    select arrived.is_before, grouping(arrived.source, arrived.rep, arrived.type, arrived.page) as kind,
      arrived.source, arrived.rep, arrived.type, arrived.page, count(arrived.state) as booked, count(*) as leads, jsonb_build_object(
        'leads', count(*), 'booked', count(arrived.state), 'held', count(*) filter (where arrived.state = 'held'),
        'no_show', count(*) filter (where arrived.state = 'no_show'), 'ahead', count(*) filter (where arrived.state = 'booked'),
        'cancelled', count(*) filter (where arrived.state = 'cancelled')
      ) as counts
    from arrived group by arrived.is_before, grouping sets ((), (arrived.source), (arrived.rep), (arrived.type), (arrived.page))
  ), line as (
    select stat.* from stat where not stat.is_before
  ), total as (
    select coalesce((select jsonb_object_agg(case when stat.is_before then 'before' else 'all' end, stat.counts) from stat where stat.kind = 15), '{}') as counts
  )
  select (
    select jsonb_build_object('all', none.counts, 'before', none.counts) || total.counts
    from total, (values (jsonb_build_object('leads', 0, 'booked', 0, 'held', 0, 'no_show', 0, 'ahead', 0, 'cancelled', 0))) as none (counts)
  ) || jsonb_build_object(
    'sources', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', line.source, 'name', private.source_label(line.source))
        order by line.booked desc, line.leads desc, line.source) from line where line.kind = 7
    ), '[]'),
    'reps', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', line.rep, 'name', private.owner_name(line.rep::text))
        order by line.booked desc, line.leads desc, line.rep) from line where line.kind = 11
    ), '[]'),
    -- Leads without a call have no type.
    'types', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', line.type, 'name', type.name) order by line.booked desc, type.name, line.type)
      from line left join public.meeting_types as type on type.id = line.type where line.kind = 13 and line.booked > 0
    ), '[]'),
    'pages', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', line.page, 'name', page.title) order by line.page is null, line.booked desc, line.leads desc, page.title, line.page)
      from line left join public.landing_pages as page on page.id = line.page where line.kind = 14
    ), '[]')
  ) into answer;
  return answer;
end
$$;
