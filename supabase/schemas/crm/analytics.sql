-- Analytics use the account's time zone. They are about the whole team, or about the leads that a rep works with.

create index leads_closed_at_idx on public.leads (account_id, closed_at, stage) where closed_at is not null and archived_at is null and not is_spam;

create function private.week_bounds(p_from date, p_to date) returns timestamptz[]
language sql stable security definer
set search_path = ''
as $$
  select array_agg(bound.at order by bound.at) from (
    select private.workspace_day(day::date) as at
    from generate_series(date_trunc('week', p_from::timestamp), p_to::timestamp, interval '7 days') as day
    union
    select private.workspace_day(p_to + 1)
  ) as bound
$$;

comment on function private.week_bounds(date, date) is
'When each week of a period begins (Monday, in the account''s time zone), and when its last day ends.';

create function private.analytics_period(
  p_from date, p_to date, out begins timestamptz, out ends timestamptz, out begins_before timestamptz
)
language plpgsql stable
set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_from > p_to then perform private.refuse('period_reversed', '22023', 'The period ends before it starts'); end if;
  if p_to - p_from > 1100 then perform private.refuse('period_too_long', '22023', 'A period can cover up to three years'); end if;
  begins := private.workspace_day(p_from);
  ends := private.workspace_day(p_to + 1);
  begins_before := private.workspace_day(p_from - (p_to - p_from + 1));
end
$$;

comment on function private.analytics_period(date, date) is
'When a period of days begins and ends, and when the equally long period before it begins. 22023: no period, or more than three years.';

create function private.requested_owners(p_scope text, p_owner text, p_caller uuid) returns text[]
language plpgsql immutable
set search_path = ''
as $$
declare
  owner constant text := case p_owner when 'me' then p_caller::text when 'none' then '' else p_owner end;
begin
  if p_scope is null or p_scope not in ('team', 'mine') then
    perform private.refuse('unknown_owner', '22023', 'The scope must be team or mine', 'owner');
  end if;
  if owner !~ '^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})?$' then
    perform private.refuse('unknown_owner', '22023', 'An owner is an account, me or none', 'owner');
  end if;
  if p_scope = 'team' then return case when owner is not null then array[owner] end; end if;
  return case when owner is null then array[p_caller::text, ''] when owner in (p_caller::text, '') then array[owner] else '{}' end;
end
$$;

comment on function private.requested_owners(text, text, uuid) is
'The owners whose leads are counted: ids, and '''' for unowned leads. Null counts everybody''s. Scope team: all owners, or the one asked for. Scope mine: the caller and unowned leads, or one of the two. 22023: no such scope or owner.';

create view private.counted_leads with (security_invoker = true) as
select lead.id, lead.created_at, lead.user_id, coalesce(lead.user_id::text, '') as owner, lead.source, lead.stage, lead.reached, lead.value_cents,
  lead.first_touch, lead.stage_entered_at, lead.last_activity_at, lead.closed_at, lead.lost_reason_id, lead.clock_due_at,
  lead.response_seconds, lead.answered_by, lead.answer_target_seconds
from public.leads as lead
where lead.account_id = (select private.workspace()) and lead.archived_at is null and not lead.is_spam;

comment on view private.counted_leads is
'The leads that analytics count: live ones of the workspace. owner is as in private.requested_owners. A view, because the planner inlines no function with a search_path.';

create function private.crm_analytics(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  zone text := private.account_zone(private.workspace());
  period record := private.analytics_period(p_from, p_to);
  bounds timestamptz[];
  first_week date := date_trunc('week', p_from::timestamp)::date;
  answer jsonb;
begin
  bounds := private.week_bounds(p_from, p_to);
  with cell as materialized (
    -- One scan of the leads. Everything below adds up these few sums.
    select width_bucket(lead.created_at, bounds) as week, lead.source, lead.reached,
      lead.stage not in ('won', 'lost') as is_open, count(*) as leads
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
    group by 1, 2, 3, 4
  ), stage as materialized (
    select stage.key, stage.label, stage.position from public.pipeline_stages as stage where stage.key <> 'lost'
  ), campaign as (
    -- Text filters ignore case, so this figure has to ignore it too: it opens a filtered list.
    select min(lead.first_touch ->> 'utm_campaign') as name, count(*) as leads,
      count(*) filter (where lead.stage = 'won') as won, count(*) filter (where lead.stage in ('won', 'lost')) as closed
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.created_at >= period.begins and lead.created_at < period.ends
      and lead.first_touch ->> 'utm_campaign' <> ''
    group by lower(lead.first_touch ->> 'utm_campaign') order by 2 desc, 1 limit 12
  )
  select jsonb_build_object(
    'from', p_from, 'to', p_to, 'zone', zone,
    'weeks', (select jsonb_agg(first_week + (n - 1) * 7 order by n) from generate_series(1, cardinality(bounds) - 1) as n),
    'new', (select coalesce(sum(cell.leads), 0) from cell),
    'new_before', (
      select count(*) from private.counted_leads as lead
      where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
        and lead.created_at >= period.begins_before and lead.created_at < period.begins
    ),
    'sources', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'source', sums.source, 'leads', sums.leads) order by sums.week, sums.source), '[]')
      from (select cell.week, cell.source, sum(cell.leads) as leads from cell group by 1, 2) as sums
    ),
    'stages', (select jsonb_agg(jsonb_build_object('key', stage.key, 'label', stage.label, 'position', stage.position) order by stage.position) from stage),
    'cohorts', (
      select coalesce(jsonb_agg(jsonb_build_object('week', first_week + (sums.week - 1) * 7, 'stages', sums.stages) order by sums.week), '[]')
      from (
        select per.week, jsonb_object_agg(per.key, jsonb_build_object('reached', per.reached, 'moving', per.moving)) as stages
        from (
          select cell.week, stage.key,
            coalesce(sum(cell.leads) filter (where cell.reached >= stage.position), 0) as reached,
            -- These leads may still reach the stage.
            coalesce(sum(cell.leads) filter (where cell.is_open and cell.reached < stage.position), 0) as moving
          from cell cross join stage group by 1, 2
        ) as per group by per.week
      ) as sums
    ),
    'campaigns', (
      select coalesce(jsonb_agg(jsonb_build_object('name', campaign.name, 'leads', campaign.leads, 'won', campaign.won, 'closed', campaign.closed)
        order by campaign.leads desc, campaign.name), '[]') from campaign
    )
  ) into answer;
  return answer;
end
$$;

create function public.crm_analytics(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_analytics(p_from, p_to, p_scope, p_owner, p_source);

comment on function public.crm_analytics(date, date, text, text, text) is
'New leads from p_from to p_to (days of the agency) and in the equally long period before, by week and source and by campaign, and how far the leads of each week came. Scope and owner as in private.requested_owners. For the team only (42501). 22023: invalid period or owner.';

grant execute on function public.crm_analytics(date, date, text, text, text) to authenticated;
grant execute on function private.crm_analytics(date, date, text, text, text) to authenticated;
