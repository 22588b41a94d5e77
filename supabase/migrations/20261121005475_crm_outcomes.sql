-- What became of leads: won and lost in a period, and what is open now.

create function private.sees_money(p_owner uuid, p_caller uuid, p_is_admin boolean) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select p_is_admin or p_owner = p_caller
$$;

comment on function private.sees_money(uuid, uuid, boolean) is 'Money: admins everybody''s, reps that of their own leads.';

create function public.crm_outcomes(p_from date, p_to date, p_owner text default null, p_source text default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_team();
  is_admin boolean := private.has_active_role('admin');
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
  with closed as materialized (
    select lead.closed_at >= begins as is_now, lead.stage, lead.lost_reason_id, count(*) as leads,
      sum(lead.value_cents) filter (where is_admin or lead.user_id = caller) as value_cents,
      count(*) filter (where is_admin or lead.user_id = caller) as mine,
      count(lead.value_cents) filter (where is_admin or lead.user_id = caller) as valued
    from public.leads as lead
    where lead.closed_at >= begins_before and lead.closed_at < ends and lead.archived_at is null and not lead.is_spam
      and lead.stage in ('won', 'lost')
      and (p_owner is null or lead.user_id::text = p_owner or (p_owner = 'none' and lead.user_id is null))
      and (p_source is null or lead.source::text = p_source)
    group by 1, 2, 3
  ), rate as materialized (
    -- What became of everybody who ever reached a stage and was decided within the last year.
    select stage.key, sum(past.leads) filter (where past.stage = 'won') as won, sum(past.leads) as closed
    from public.pipeline_stages as stage join (
      select lead.reached, lead.stage, count(*) as leads from public.leads as lead
      where lead.closed_at >= now() - interval '365 days' and lead.archived_at is null and not lead.is_spam and lead.stage in ('won', 'lost')
      group by 1, 2
    ) as past on past.reached >= stage.position or past.stage = 'won'
    group by stage.key
  ), pipe as materialized (
    select lead.stage, count(*) as leads, count(*) filter (where quiet.long) as stalled,
      coalesce(sum(lead.value_cents) filter (where is_admin or lead.user_id = caller), 0) as value_cents,
      count(lead.value_cents) filter (where is_admin or lead.user_id = caller) as valued,
      count(*) filter (where is_admin or lead.user_id = caller) as mine,
      count(*) filter (where quiet.long and (is_admin or lead.user_id = caller)) as stalled_mine,
      coalesce(sum(lead.value_cents) filter (where quiet.long and (is_admin or lead.user_id = caller)), 0) as stalled_cents
    from public.leads as lead join public.pipeline_stages as stage on stage.key = lead.stage
    cross join lateral (
      select coalesce(greatest(lead.last_activity_at, lead.stage_entered_at) < now() - stage.rots_after_days * interval '1 day', false) as long
    ) as quiet
    where lead.stage not in ('won', 'lost') and lead.archived_at is null and not lead.is_spam
      and (p_owner is null or lead.user_id::text = p_owner or (p_owner = 'none' and lead.user_id is null))
      and (p_source is null or lead.source::text = p_source)
    group by 1
  )
  select jsonb_build_object(
    'money', case when is_admin then 'all' else 'own' end,
    'currency', (select settings.currency from public.agency_settings as settings),
    'won', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'won'), 0),
    'lost', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'lost'), 0),
    'won_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'won'), 0),
    'lost_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'lost'), 0),
    'won_cents', (select sum(closed.value_cents) from closed where closed.is_now and closed.stage = 'won'),
    'won_cents_before', (select sum(closed.value_cents) from closed where not closed.is_now and closed.stage = 'won'),
    'won_mine', coalesce((select sum(closed.mine) from closed where closed.is_now and closed.stage = 'won'), 0),
    'won_valued', coalesce((select sum(closed.valued) from closed where closed.is_now and closed.stage = 'won'), 0),
    'lost_reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', sums.id, 'label', sums.label, 'leads', sums.leads) order by sums.leads desc, sums.label), '[]')
      from (
        select reason.id, coalesce(reason.label, 'No reason') as label, sum(closed.leads) as leads
        from closed left join public.lost_reasons as reason on reason.id = closed.lost_reason_id
        where closed.is_now and closed.stage = 'lost' group by 1, 2
      ) as sums
    ),
    'open', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'stage', stage.key, 'label', stage.label, 'rots_after_days', stage.rots_after_days, 'leads', coalesce(pipe.leads, 0),
        'mine', coalesce(pipe.mine, 0), 'value_cents', coalesce(pipe.value_cents, 0), 'valued', coalesce(pipe.valued, 0),
        'stalled', coalesce(pipe.stalled, 0), 'stalled_mine', coalesce(pipe.stalled_mine, 0), 'stalled_cents', coalesce(pipe.stalled_cents, 0),
        'won', coalesce(rate.won, 0), 'closed', coalesce(rate.closed, 0),
        -- Unknown while nobody who came so far was decided.
        'forecast_cents', case when rate.closed > 0 then round(coalesce(pipe.value_cents, 0) * coalesce(rate.won, 0) / rate.closed) end
      ) order by stage.position), '[]')
      from public.pipeline_stages as stage left join pipe on pipe.stage = stage.key left join rate on rate.key = stage.key
      where stage.key not in ('won', 'lost')
    )
  ) into answer;
  return answer;
end
$$;

comment on function public.crm_outcomes(date, date, text, text) is
'Won and lost in the days from to to and in as many days before, lost reasons, and the open pipeline now: value, what is stalled, and the forecast (value times the share of those who came so far that was won within a year). Money of one''s own leads for reps. 42501, 22023.';

grant execute on function public.crm_outcomes(date, date, text, text) to authenticated;
