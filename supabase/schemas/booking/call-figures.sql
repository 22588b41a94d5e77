-- How many leads book a call, and how many calls take place. Counts leads by their calls, so that every figure can open its leads.

create function private.call_of_lead(p_lead_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select case when bool_or(booking.state = 'held') then 'held' when bool_or(booking.state = 'no_show') then 'no_show'
    when bool_or(booking.state = 'booked') then 'booked' when count(*) > 0 then 'cancelled' end
  from public.bookings as booking where booking.lead_id = p_lead_id
$$;

comment on function private.call_of_lead(uuid) is
'How far a lead''s calls came: held when one took place, else no_show, else booked, else cancelled. Null without a call.';

create function private.call_type_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select booking.meeting_type_id from public.bookings as booking where booking.lead_id = p_lead_id
  order by booking.created_at desc, booking.id limit 1
$$;

comment on function private.call_type_of_lead(uuid) is 'The meeting type that a lead last booked.';

create function private.page_of_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  select seen.page_id from (
    select booking.page_id, booking.created_at from public.bookings as booking where booking.lead_id = p_lead_id and booking.page_id is not null
    union all
    select sent.page_id, sent.created_at from public.landing_submissions as sent where sent.lead_id = p_lead_id and not sent.is_spam
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
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with arrived as materialized (
    select lead.source, lead.user_id as rep, private.call_of_lead(lead.id) as call,
      private.call_type_of_lead(lead.id) as type, private.page_of_lead(lead.id) as page
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
  ), stat as materialized (
    select grouping(arrived.source, arrived.rep, arrived.type, arrived.page) as kind, arrived.source, arrived.rep, arrived.type, arrived.page,
      count(*) as leads, count(arrived.call) as booked, count(*) filter (where arrived.call = 'held') as held,
      count(*) filter (where arrived.call = 'no_show') as no_show
    from arrived group by grouping sets ((), (arrived.source), (arrived.rep), (arrived.type), (arrived.page))
  ), line as (
    select stat.kind, jsonb_build_object('leads', stat.leads, 'booked', stat.booked, 'held', stat.held, 'no_show', stat.no_show) as counts,
      stat.booked, stat.leads, stat.source, stat.rep, stat.type, stat.page
    from stat
  )
  select jsonb_build_object(
    'all', coalesce((select line.counts from line where line.kind = 15), '{"leads": 0, "booked": 0, "held": 0, "no_show": 0}'),
    'sources', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', line.source, 'name', private.source_label(line.source))
        order by line.booked desc, line.leads desc, line.source) from line where line.kind = 7
    ), '[]'),
    'reps', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', coalesce(line.rep::text, 'none'), 'name', coalesce(private.owner_name(line.rep::text), 'No owner'))
        order by line.booked desc, line.leads desc, line.rep) from line where line.kind = 11
    ), '[]'),
    'types', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', type.id, 'name', type.name) order by line.booked desc, type.name, type.id)
      from line join public.meeting_types as type on type.id = line.type where line.kind = 13
    ), '[]'),
    'pages', coalesce((
      select jsonb_agg(line.counts || jsonb_build_object('key', page.id, 'name', page.title) order by line.booked desc, line.leads desc, page.title, page.id)
      from line join public.landing_pages as page on page.id = line.page where line.kind = 14
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
'Of the leads that arrived from p_from to p_to: how many booked a call, and whose call took place (held) or did not (no_show), in all and by source, owner (reps), meeting type and landing page. Scope and owner as in private.requested_owners. 42501, 22023.';

grant execute on function public.crm_calls(date, date, text, text, text) to authenticated;
grant execute on function private.crm_calls(date, date, text, text, text) to authenticated;
