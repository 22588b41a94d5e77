-- How fast the team answers: for everybody to see.

create function public.crm_responses(p_from date, p_to date, p_owner text default null, p_source text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  zone text := (select settings.time_zone from public.agency_settings as settings);
  begins timestamptz;
  ends timestamptz;
  begins_before timestamptz;
  answer jsonb;
begin
  perform private.check_period(p_from, p_to);
  begins := p_from::timestamp at time zone zone;
  ends := (p_to + 1)::timestamp at time zone zone;
  begins_before := (p_from - (p_to - p_from + 1))::timestamp at time zone zone;
  with clock as materialized (
    select clock.response_seconds as seconds, clock.target_seconds as target, clock.state <> 'answered' as is_waiting,
      coalesce(clock.answered_by, clock.owner_id) as rep, clock.source,
      extract(hour from clock.arrived_at at time zone zone)::integer as hour
    from public.lead_clocks as clock
    where clock.arrived_at >= begins and clock.arrived_at < ends and clock.state <> 'dropped'
      and (p_owner is null or coalesce(clock.answered_by, clock.owner_id)::text = p_owner
        or (p_owner = 'none' and coalesce(clock.answered_by, clock.owner_id) is null))
      and (p_source is null or clock.source::text = p_source)
  ), stat as materialized (
    select grouping(clock.rep, clock.hour, clock.source) as kind, clock.rep, clock.hour, clock.source, count(*) as leads,
      count(clock.seconds) as answered, count(*) filter (where clock.seconds <= clock.target) as within,
      percentile_cont(array[0.5, 0.9]) within group (order by clock.seconds) as at
    from clock group by grouping sets ((), (clock.rep), (clock.hour), (clock.source))
  ), bin as materialized (
    select width_bucket(clock.seconds, array[60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1800]) as bin, count(*) as leads
    from clock where clock.seconds is not null group by 1
  )
  select jsonb_build_object(
    'target_seconds', (select settings.speed_to_lead_minutes * 60 from public.agency_settings as settings),
    'all', (select jsonb_build_object('leads', stat.leads, 'answered', stat.answered, 'within', stat.within, 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
      from stat where stat.kind = 7),
    'median_before', (
      select round(percentile_cont(0.5) within group (order by clock.response_seconds)) from public.lead_clocks as clock
      where clock.arrived_at >= begins_before and clock.arrived_at < begins and clock.state = 'answered'
        and (p_owner is null or coalesce(clock.answered_by, clock.owner_id)::text = p_owner)
        and (p_source is null or clock.source::text = p_source)
    ),
    'histogram', (
      select jsonb_agg(coalesce(bin.leads, 0) order by n) from generate_series(0, 12) as n left join bin on bin.bin = n
    ),
    'reps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'leads', coalesce(stat.leads, 0),
        'answered', coalesce(stat.answered, 0), 'within', coalesce(stat.within, 0), 'median', round(stat.at[1]), 'p90', round(stat.at[2]))
        order by stat.at[1] nulls last, person.name), '[]')
      from (
        select known.id, private.owner_name(known.id::text) as name from (
          select held.user_id as id from public.user_roles as held where held.role = 'sales' and held.status = 'active'
          union select stat.rep from stat where stat.kind = 3 and stat.rep is not null and stat.answered > 0
        ) as known
      ) as person left join stat on stat.kind = 3 and stat.rep = person.id
      where p_owner is null or person.id::text = p_owner
    ),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', stat.hour, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.hour), '[]') from stat where stat.kind = 5
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('source', stat.source, 'leads', stat.leads, 'answered', stat.answered, 'within', stat.within,
        'median', round(stat.at[1]), 'p90', round(stat.at[2])) order by stat.leads desc), '[]') from stat where stat.kind = 6
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_responses(date, date, text, text) is
'First responses to what arrived in the days from to to, in working seconds: all, histogram (0 to 10 minutes by the minute, to 15, to 30, more), by rep, hour of arrival and source. Who was not answered yet is in leads and not in the times; null is no data. 42501, 22023.';

grant execute on function public.crm_responses(date, date, text, text) to authenticated;
