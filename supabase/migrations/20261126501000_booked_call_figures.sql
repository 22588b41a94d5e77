-- Calls of merged leads count, figures of calls come from one statement, and what became of each new lead's request sums to all.

create index lead_clocks_booked_idx on public.lead_clocks (account_id) where booked_at is not null;

create function private.self_booked_leads(p_account uuid) returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select case when lead.merged_into is null then lead.id else private.kept_lead(lead.id) end
  from public.lead_clocks as clock join public.leads as lead on lead.id = clock.lead_id
  where clock.account_id = p_account and clock.booked_at is not null
$$;

comment on function private.self_booked_leads(uuid) is
'The leads of an account whose clock ended because they booked a call themselves, also as a lead that was merged since.';

create or replace function private.crm_responses(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
-- Enough to sort a year of leads in memory instead of on disk.
set work_mem = '16MB'
as $$
declare
  caller uuid := private.require_team();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  account constant uuid := private.workspace();
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  -- A free account sees the last 30 days.
  if period.begins < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  with arrived as materialized (
    select lead.response_seconds as seconds, coalesce(lead.answer_target_seconds, target) as target,
      -- An answered lead counts for the person who answered, a waiting one for its owner.
      case when lead.response_seconds is null then lead.user_id else lead.answered_by end as rep,
      lead.source, extract(hour from lead.created_at at time zone zone)::integer as hour, case
        when lead.response_seconds is not null then 'answered' when lead.clock_due_at is not null then 'waiting'
        when lead.id in (select private.self_booked_leads(account)) then 'booked' else 'none'
      end as answer
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
  ), asking as materialized (
    select arrived.* from arrived where arrived.answer in ('answered', 'waiting')
  ), stat as materialized (
    select grouping(asking.rep, asking.hour, asking.source) as kind, asking.rep, asking.hour, asking.source, count(*) as leads,
      count(asking.seconds) as answered, count(*) filter (where asking.seconds <= asking.target) as within,
      percentile_cont(array[0.5, 0.9]) within group (order by asking.seconds) as at
    from asking group by grouping sets ((), (asking.rep), (asking.hour), (asking.source))
  ), bin as materialized (
    select width_bucket(asking.seconds, array[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800]) as bin, count(*) as leads
    from asking where asking.seconds is not null group by 1
  ), earlier as materialized (
    select count(*) as answered, round(percentile_cont(0.5) within group (order by lead.response_seconds)) as median
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins_before and lead.created_at < period.begins
      and lead.response_seconds is not null
  )
  select jsonb_build_object(
    'target_seconds', target,
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    -- Each new lead is answered, waiting, booked or none.
    'new', (select count(*) from arrived),
    'booked', (select count(*) from arrived where arrived.answer = 'booked'),
    'none', (select count(*) from arrived where arrived.answer = 'none'),
    'median_before', (select earlier.median from earlier),
    'answered_before', (select earlier.answered from earlier),
    'histogram', (
      select jsonb_agg(coalesce(bin.leads, 0) order by n) from generate_series(0, 12) as n left join bin on bin.bin = n
    ),
    'reps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'leads', coalesce(stat.leads, 0),
        'answered', coalesce(stat.answered, 0), 'within', coalesce(stat.within, 0), 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
        order by stat.at[1] nulls last, person.name), '[]')
      from (
        select known.id, private.owner_name(known.id::text) as name from (
          -- The rep who was asked for is listed even without an answer.
          select member.id from unnest(private.team_of(private.workspace())) as member (id) where owners is null
          union select owner.id::uuid from unnest(owners) as owner (id) where owner.id <> ''
          union select stat.rep from stat where stat.kind = 3 and stat.rep is not null and stat.answered > 0
        ) as known
      ) as person left join stat on stat.kind = 3 and stat.rep = person.id
    ),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', stat.hour, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.hour), '[]') from stat where stat.kind = 5
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('source', stat.source, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.at[1] nulls last, stat.source), '[]') from stat where stat.kind = 6
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_responses(date, date, text, text, text) is
'First responses to leads that arrived from p_from to p_to, in working seconds: all, histogram (0 to 10 minutes by the minute, to 15, to 30, more), by rep, by hour of arrival and by source. Unanswered leads are in leads and not in the times; null means no data. booked counts leads that booked a call themselves, which is no response, and none those that nobody had to answer; with answered and waiting they sum to new. Scope and owner as in private.requested_owners. 42501, 22023.';

create or replace function private.filter_fields() returns table (field text, kind text, expression text)
language sql immutable
set search_path = ''
as $$
  select known.field, known.kind, 'lead.' || known.field from private.lead_fields as known where known.kind <> 'owner'
  union all
  values
    ('name', 'word', format('coalesce(%s, '''')', private.lead_name_sql())),
    ('next_task_kind', 'text', 'lead.next_task_kind'),
    ('utm_source', 'text', '(lead.first_touch ->> ''utm_source'')'), ('utm_medium', 'text', '(lead.first_touch ->> ''utm_medium'')'),
    ('utm_campaign', 'text', '(lead.first_touch ->> ''utm_campaign'')'),
    ('owner', 'owner', 'lead.user_id'), ('answered_by', 'owner', 'lead.answered_by'), ('value', 'number', 'lead.value_cents'),
    ('response_seconds', 'number', 'lead.response_seconds'), ('reached', 'number', 'lead.reached'),
    -- In the account's time zone, as in analytics.
    ('arrived_hour', 'number', 'extract(hour from lead.created_at at time zone (select private.account_zone(private.workspace())))'),
    ('arrived', 'moment', 'lead.created_at'), ('created_at', 'moment', 'lead.created_at'), ('updated_at', 'moment', 'lead.updated_at'),
    ('stage_entered_at', 'moment', 'lead.stage_entered_at'), ('closed_at', 'moment', 'lead.closed_at'),
    ('last_activity_at', 'moment', 'lead.last_activity_at'), ('consent_at', 'moment', 'lead.consent_at'),
    ('next_task_at', 'coming', 'lead.next_task_at'), ('clock_due_at', 'coming', 'lead.clock_due_at'),
    ('unanswered', 'truth', '(lead.clock_due_at is not null)'), ('archived', 'truth', '(lead.archived_at is not null)'),
    ('is_spam', 'truth', 'lead.is_spam'), ('call', 'text', 'private.call_of_lead(lead.id)'),
    ('call_type', 'id', 'private.call_type_of_lead(lead.id)'), ('page', 'id', 'private.page_of_lead(lead.id)'),
    -- As in private.crm_responses.
    ('answer', 'text', '(case when lead.response_seconds is not null then ''answered'' when lead.clock_due_at is not null then ''waiting'' when lead.id in (select private.self_booked_leads((select private.workspace()))) then ''booked'' else ''none'' end)'),
    ('q', 'search', '')
$$;

create or replace function private.call_of_lead(p_lead_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when bool_or(booking.state = 'held') then 'held' when bool_or(booking.state = 'no_show') then 'no_show'
    when bool_or(booking.state = 'booked') then 'booked' when count(*) > 0 then 'cancelled' end
  from public.bookings as booking where booking.lead_id in (select private.leads_within(p_lead_id))
$$;

comment on function private.call_of_lead(uuid) is
'How far the calls of a lead, and of those merged into it, came: held when one took place, else no_show, else booked, else cancelled. Null without a call.';

create or replace function private.call_type_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select booking.meeting_type_id from public.bookings as booking where booking.lead_id in (select private.leads_within(p_lead_id))
  order by booking.created_at desc, booking.id limit 1
$$;

comment on function private.call_type_of_lead(uuid) is 'The meeting type that a lead last booked; null when it was deleted.';

create or replace function private.page_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select seen.page_id from (
    select booking.page_id, booking.created_at from public.bookings as booking
    where booking.lead_id in (select private.leads_within(p_lead_id)) and booking.page_id is not null
    union all
    select sent.page_id, sent.created_at from public.landing_submissions as sent
    where sent.lead_id in (select private.leads_within(p_lead_id)) and not sent.is_spam
  ) as seen order by seen.created_at, seen.page_id limit 1
$$;

comment on function private.page_of_lead(uuid) is 'The landing page that a lead came from: of its first form or call. Null for other leads.';

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
    from public.bookings as made join public.leads as lead on lead.id = made.lead_id where made.account_id = account
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

comment on function public.crm_calls(date, date, text, text, text) is
'Of the leads that arrived from p_from to p_to, and in the equally long period before: how many booked a call, and whether a call took place (held), was missed (no_show), has no outcome yet (ahead) or was cancelled. Also by source, owner (reps; null: unowned), last meeting type (null: deleted) and landing page (null: none); the parts sum to all. Scope and owner as in private.requested_owners. 42501, 22023.';
