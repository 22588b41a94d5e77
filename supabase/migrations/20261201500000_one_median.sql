-- The board's median and 90th percentile are those of Today and Analytics.

create or replace function private.response_stats(p_from timestamptz, p_to timestamptz, p_by text) returns table (
  key text, label text, leads bigint, answered bigint, median_seconds integer, p90_seconds integer, "within" bigint, decided bigint,
  target_seconds integer, booked bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  zone text := private.account_zone(private.workspace());
  target integer := private.account_target(private.workspace());
begin
  perform private.require_team();
  -- A free account sees the last 30 days.
  if coalesce(p_from, '-infinity') < private.account_day_start(private.workspace(), -31) then perform private.require_premium(); end if;
  if p_by is null or p_by not in ('all', 'rep', 'source', 'hour') then
    perform private.refuse('unknown_group', '22023', 'Responses can be grouped by all, rep, source or hour');
  end if;
  return query
  with clock as materialized (
    select each.state, each.response_seconds, each.target_seconds, each.due_at, each.booked_at is not null as is_booked,
      case p_by
        when 'all' then 'all'
        -- An answered lead counts for the person who answered, a waiting one for its owner.
        when 'rep' then coalesce((case each.state when 'answered' then each.answered_by else each.owner_id end)::text, '')
        when 'source' then each.source::text
        else extract(hour from each.arrived_at at time zone zone)::integer::text
      end as key
    from public.lead_clocks as each
    where each.account_id = private.workspace() and (each.state <> 'dropped' or each.booked_at is not null) and each.arrived_at >= coalesce(p_from, '-infinity') and each.arrived_at < coalesce(p_to, 'infinity')
  ), figures as (
    select clock.key, count(*) filter (where not clock.is_booked) as leads, count(*) filter (where clock.is_booked) as booked, count(*) filter (where clock.state = 'answered') as answered,
      -- As on Today and Analytics, so that no two screens show different medians of the same leads.
      round(percentile_cont(0.5) within group (order by clock.response_seconds) filter (where clock.state = 'answered'))::integer as median,
      round(percentile_cont(0.9) within group (order by clock.response_seconds) filter (where clock.state = 'answered'))::integer as p90,
      count(*) filter (where clock.state = 'answered' and clock.response_seconds <= clock.target_seconds) as "within",
      -- A lead that still has time is neither within the target nor over it.
      count(*) filter (where clock.state = 'answered' or not clock.is_booked and clock.due_at < now()) as decided
    from clock group by clock.key
  ), group_key (key, place) as (
    select 'all', 0 where p_by = 'all'
    union all select member.id::text, 0 from unnest(private.team_of(private.workspace())) as member (id) where p_by = 'rep'
    union all select source.value::text, source.place::integer
      from unnest(enum_range(null::public.lead_source)) with ordinality as source (value, place) where p_by = 'source'
    union all select hour.value::text, hour.value from generate_series(0, 23) as hour (value) where p_by = 'hour'
    union all select figures.key, 1 from figures where p_by = 'rep' and figures.key not in (
      select member.id::text from unnest(private.team_of(private.workspace())) as member (id)
    )
  )
  select group_key.key,
    case p_by when 'all' then 'Everyone' when 'rep' then private.owner_name(group_key.key)
      when 'source' then private.source_label(group_key.key::public.lead_source) else lpad(group_key.key, 2, '0') || ':00' end as label,
    coalesce(figures.leads, 0), coalesce(figures.answered, 0), figures.median, figures.p90,
    case when figures.leads > 0 then figures."within" end, case when figures.leads > 0 then figures.decided end, target,
    coalesce(figures.booked, 0)
  from group_key left join figures on figures.key = group_key.key
  order by group_key.place, case when p_by = 'rep' then private.owner_name(group_key.key) end collate "C", group_key.key;
end
$$;
