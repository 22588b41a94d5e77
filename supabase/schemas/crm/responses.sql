-- How fast the team answers, for everybody on it. Counts leads by their first answer, so that every figure can open its leads.

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

create function private.crm_responses(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
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

create function public.crm_responses(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_responses(p_from, p_to, p_scope, p_owner, p_source);

comment on function public.crm_responses(date, date, text, text, text) is
'First responses to leads that arrived from p_from to p_to, in working seconds: all, histogram (0 to 10 minutes by the minute, to 15, to 30, more), by rep, by hour of arrival and by source. Unanswered leads are in leads and not in the times; null means no data. booked counts leads that booked a call themselves, which is no response, and none those that nobody had to answer; with answered and waiting they sum to new. Scope and owner as in private.requested_owners. 42501, 22023.';

grant execute on function public.crm_responses(date, date, text, text, text) to authenticated;
grant execute on function private.crm_responses(date, date, text, text, text) to authenticated;
