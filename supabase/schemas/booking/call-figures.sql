-- How many leads book a call, and how many calls take place. Counts leads by their calls, so that every figure can open its leads.

create function private.was_undone(p_booking public.bookings) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select p_booking.state = 'cancelled' and exists (
    select from public.booking_events as noted
    where noted.booking_id = p_booking.id and noted.event = 'cancelled' and noted.payload -> 'undone' = 'true'
  )
$$;

comment on function private.was_undone(public.bookings) is
'Whether the person who booked this call for a lead undid it after someone got an email about it. It counts as a call that was never booked.';

create function private.call_of_lead(p_lead_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when bool_or(booking.state = 'held') then 'held' when bool_or(booking.state = 'no_show') then 'no_show'
    when bool_or(booking.state = 'booked') then 'booked' when count(*) > 0 then 'cancelled' end
  from public.bookings as booking
  where booking.lead_id in (select private.leads_within(p_lead_id))
    and (booking.state <> 'cancelled' or not private.was_undone(booking))
$$;

comment on function private.call_of_lead(uuid) is
'How far the calls of a lead, and of those merged into it, came: held when one took place, else no_show, else booked, else cancelled. Null without a call, or with undone ones only.';

create function private.call_type_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select booking.meeting_type_id from public.bookings as booking
  where booking.lead_id in (select private.leads_within(p_lead_id))
    and (booking.state <> 'cancelled' or not private.was_undone(booking))
  order by booking.created_at desc, booking.id limit 1
$$;

comment on function private.call_type_of_lead(uuid) is 'The meeting type that a lead last booked; null when it was deleted.';

create function private.page_of_lead(p_lead_id uuid) returns uuid
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

create function private.crm_calls(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
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

create function public.crm_calls(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_calls(p_from, p_to, p_scope, p_owner, p_source);

comment on function public.crm_calls(date, date, text, text, text) is
'Of the leads that arrived from p_from to p_to, and in the equally long period before: how many have a call that they or the team booked (undone ones don''t count), and whether a call took place (held), was missed (no_show), has no outcome yet (ahead) or was cancelled. Also by source, owner (reps; null: unowned), last meeting type (null: deleted) and landing page (null: none); the parts sum to all. Scope and owner as in private.requested_owners. 42501, 22023.';

grant execute on function public.crm_calls(date, date, text, text, text) to authenticated;
grant execute on function private.crm_calls(date, date, text, text, text) to authenticated;
