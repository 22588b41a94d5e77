-- Outcomes: the leads won and lost in a period, and the open pipeline now.

create function private.crm_outcomes(p_from date, p_to date, p_scope text, p_owner text, p_source text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  owners text[] := private.requested_owners(p_scope, p_owner, caller);
  -- Reps see the money of the leads that they can see: their own and unowned ones.
  has_money boolean := p_scope = 'mine' or private.sees_all_leads();
  period record := private.analytics_period(p_from, p_to);
  answer jsonb;
begin
  with closed as materialized (
    select lead.closed_at >= period.begins as is_now, lead.stage, lead.lost_reason_id, count(*) as leads,
      sum(lead.value_cents) filter (where has_money) as value_cents
    from private.counted_leads as lead
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.closed_at >= period.begins_before and lead.closed_at < period.ends
      and lead.stage in ('won', 'lost')
    group by 1, 2, 3
  ), rate as materialized (
    -- How many of all leads that ever reached a stage, and were closed within the last year, were won.
    select stage.key, sum(past.leads) filter (where past.stage = 'won') as won, sum(past.leads) as closed
    from public.pipeline_stages as stage join (
      select lead.reached, lead.stage, count(*) as leads from private.counted_leads as lead
      where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
        and lead.closed_at >= now() - interval '365 days' and lead.stage in ('won', 'lost')
      group by 1, 2
    ) as past on past.reached >= stage.position
    group by stage.key
  ), pipe as materialized (
    select lead.stage, count(*) as leads, count(*) filter (where quiet.long) as stalled,
      coalesce(sum(lead.value_cents), 0) as value_cents, count(lead.value_cents) as valued,
      coalesce(sum(lead.value_cents) filter (where quiet.long), 0) as stalled_cents
    from private.counted_leads as lead join public.pipeline_stages as stage on stage.key = lead.stage
    cross join lateral (
      select coalesce(greatest(lead.last_activity_at, lead.stage_entered_at) < now() - stage.rots_after_days * interval '1 day', false) as long
    ) as quiet
    where (owners is null or lead.owner = any (owners)) and (p_source is null or lead.source::text = p_source)
      and lead.stage not in ('won', 'lost')
    group by 1
  )
  select jsonb_build_object(
    'has_money', has_money,
    'currency', private.account_currency(private.workspace()),
    'won', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'won'), 0),
    'lost', coalesce((select sum(closed.leads) from closed where closed.is_now and closed.stage = 'lost'), 0),
    'won_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'won'), 0),
    'lost_before', coalesce((select sum(closed.leads) from closed where not closed.is_now and closed.stage = 'lost'), 0),
    'won_cents', (select sum(closed.value_cents) from closed where closed.is_now and closed.stage = 'won'),
    'won_cents_before', (select sum(closed.value_cents) from closed where not closed.is_now and closed.stage = 'won'),
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
        'stage', stage.key, 'label', stage.label, 'position', stage.position, 'rots_after_days', stage.rots_after_days, 'leads', coalesce(pipe.leads, 0),
        'stalled', coalesce(pipe.stalled, 0), 'valued', case when has_money then coalesce(pipe.valued, 0) end,
        'value_cents', case when has_money then coalesce(pipe.value_cents, 0) end,
        'stalled_cents', case when has_money then coalesce(pipe.stalled_cents, 0) end,
        'won', coalesce(rate.won, 0), 'closed', coalesce(rate.closed, 0),
        -- Unknown until a lead that reached the stage has closed.
        'forecast_cents', case when has_money and rate.closed > 0 then round(coalesce(pipe.value_cents, 0) * coalesce(rate.won, 0) / rate.closed) end
      ) order by stage.position), '[]')
      from public.pipeline_stages as stage left join pipe on pipe.stage = stage.key left join rate on rate.key = stage.key
      where stage.key not in ('won', 'lost')
    )
  ) into answer;
  return answer;
end
$$;

create function public.crm_outcomes(
  p_from date, p_to date, p_scope text default 'team', p_owner text default null, p_source text default null
) returns jsonb
language sql stable
set search_path = ''
return private.crm_outcomes(p_from, p_to, p_scope, p_owner, p_source);

comment on function public.crm_outcomes(date, date, text, text, text) is
'Won and lost leads from p_from to p_to and in the equally long period before, lost reasons, and the open pipeline now: value, stalled leads and forecast. The forecast is the value times the share of won leads among those that reached the stage and were closed within a year. Scope and owner as in private.requested_owners. Reps get null for the money of the team''s leads. 42501, 22023.';

grant execute on function public.crm_outcomes(date, date, text, text, text) to authenticated;
grant execute on function private.crm_outcomes(date, date, text, text, text) to authenticated;
