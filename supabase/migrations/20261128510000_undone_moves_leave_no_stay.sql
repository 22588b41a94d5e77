-- An undone change of stage counts neither in the lead's stage history nor in the team's medians.

create or replace function private.write_lead_history() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed boolean;
begin
  -- execute makes a new plan for each statement. A plan for one lead would compare ten thousand with each other.
  execute $found$
    select exists (
      select from new_leads as now_row join old_leads as was on was.id = now_row.id
      where (now_row.stage, now_row.user_id, now_row.archived_at, now_row.consent_at)
        is distinct from (was.stage, was.user_id, was.archived_at, was.consent_at)
    )
  $found$ into changed;
  -- Statement triggers also run without rows. Without this line, this trigger and the one on the history would call each other
  -- forever.
  if not changed then return null; end if;
  execute $history$
    insert into public.lead_activities (lead_id, kind, actor_id, payload)
    select now_row.id, happened.kind, auth.uid(), happened.payload
    from new_leads as now_row join old_leads as was on was.id = now_row.id
    cross join lateral (values
      ('stage_change', now_row.stage <> was.stage, jsonb_build_object(
        'from', was.stage, 'to', now_row.stage, 'seconds', round(extract(epoch from now() - was.stage_entered_at)),
        'entered_at', was.stage_entered_at)),
      ('assignment', now_row.user_id is distinct from was.user_id, jsonb_build_object('from', was.user_id, 'to', now_row.user_id)),
      ('archive', was.archived_at is null and now_row.archived_at is not null and now_row.merged_into is null, '{}'),
      ('restore', was.archived_at is not null and now_row.archived_at is null, '{}'),
      -- The entry of a form already records the consent that it gave.
      ('consent', auth.uid() is not null and now_row.consent_at is distinct from was.consent_at,
        jsonb_strip_nulls(jsonb_build_object('given', now_row.consent_at is not null, 'text', now_row.consent_text)))
    ) as happened (kind, did, payload)
    where happened.did
  $history$;
  return null;
end
$$;

comment on function private.write_lead_history() is
'Trigger: writes changes of stage, owner, archive and consent into the lead''s history.';

create or replace function private.stage_stays(p_moves public.lead_activities[]) returns table (stage text, seconds numeric, left_at timestamptz)
language sql stable
set search_path = ''
as $$
  with moved as (
    select move.id, move.lead_id, move.payload ->> 'from' as stage, move.occurred_at as left_at,
      -- Older moves know only whole seconds. Half a second more never hides the move before.
      coalesce((move.payload ->> 'entered_at')::timestamptz,
        move.occurred_at - make_interval(secs => (move.payload ->> 'seconds')::float8 - 0.5)) as entered_at
    from unnest(p_moves) as move
    where jsonb_typeof(move.payload -> 'seconds') = 'number' and move.payload ->> 'from' is not null
  ), followed as (
    -- An undo restores when the lead entered its stage. So if a later stay began before a move, that move was undone.
    select moved.*, least(lead.stage_entered_at, min(moved.entered_at) over (
      partition by moved.lead_id order by moved.left_at desc, moved.id desc rows between unbounded preceding and 1 preceding
    )) as next_entered_at
    from moved join public.leads as lead on lead.id = moved.lead_id
  )
  select followed.stage, greatest(round(extract(epoch from followed.next_entered_at - followed.entered_at)), 0), followed.left_at
  from followed where followed.left_at <= followed.next_entered_at
$$;

comment on function private.stage_stays(public.lead_activities[]) is
'How long leads stayed in each stage that they left, from their latest changes of stage. Undone changes do not count, so the stays of a lead add up to the time since it arrived.';

create or replace function private.lead_page(p_lead_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  lead public.leads := private.require_lead(p_lead_id);
begin
  return private.shown_lead(lead) || jsonb_build_object(
    'now', now(),
    'currency', private.account_currency(lead.account_id),
    'zone', private.account_zone(lead.account_id),
    'agency_name', (select account.name from public.accounts as account where account.id = lead.account_id),
    'lost_reason', (select reason.label from public.lost_reasons as reason where reason.id = lead.lost_reason_id),
    'clock', private.clock_json(lead.id),
    'calls', coalesce((
      select jsonb_agg(private.call_json(booking::public.bookings) order by booking.starts_at desc, booking.id)
      from (
        select held.* from public.bookings as held where held.lead_id in (select private.leads_within(lead.id))
        order by held.starts_at desc, held.id limit 10
      ) as booking
    ), '[]'),
    'ledger', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'event', event.event, 'at', event.happened_at,
        'actor_name', private.person_name(event.actor_id), 'payload', event.payload || case when event.event in ('routed', 'offered') then jsonb_build_object(
          'person_name', private.person_name(private.parse_uuid(event.payload ->> 'person')),
          'after_name', private.person_name(private.parse_uuid(event.payload ->> 'after'))) else '{}' end) order by event.id)
      from (
        select latest.* from public.lead_clock_events as latest where latest.lead_id = lead.id order by latest.id desc limit 50
      ) as event
    ), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', task.id, 'kind', task.kind, 'title', task.title, 'due_at', task.due_at) order by task.due_at, task.id)
      from (
        select open.* from public.lead_tasks as open where open.lead_id = lead.id and open.done_at is null order by open.due_at, open.id limit 20
      ) as task
    ), '[]'),
    'stage_history', coalesce((
      select jsonb_agg(jsonb_build_object('stage', stay.stage, 'seconds', stay.seconds, 'left_at', stay.left_at) order by stay.left_at)
      from private.stage_stays(array(
        select activity from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'stage_change' order by activity.occurred_at desc limit 50
      )) as stay
    ), '[]'),
    'owner_history', coalesce((
      select jsonb_agg(jsonb_build_object('from', private.person_name(private.parse_uuid(given.payload ->> 'from')),
        'to', private.person_name(private.parse_uuid(given.payload ->> 'to')), 'by', private.person_name(given.actor_id), 'at', given.occurred_at)
        order by given.occurred_at desc)
      from (
        select activity.* from public.lead_activities as activity
        where activity.lead_id = lead.id and activity.kind = 'assignment' order by activity.occurred_at desc limit 20
      ) as given
    ), '[]'),
    'merge', private.lead_merge_json(lead), 'merges', private.lead_merges_json(lead.id), 'last_change', private.last_change(lead.id),
    'erasure', private.erasure_of(lead.id)
  );
end
$$;

create or replace function private.stage_medians() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_team();
  return coalesce((
    select jsonb_object_agg(past.stage, past.median) from (
      select stay.stage, round(percentile_cont(0.5) within group (order by stay.seconds)) as median
      from private.stage_stays(array(
        select activity from public.lead_activities as activity
        where activity.account_id = private.workspace() and activity.kind = 'stage_change' order by activity.occurred_at desc limit 5000
      )) as stay
      group by stay.stage
    ) as past
  ), '{}');
end
$$;
comment on function public.stage_medians() is
'Median seconds in each stage, from the team''s latest 5,000 moves without undone ones. A stage that no lead has left is missing. 42501: not on the team.';


create or replace function private.refresh_stage_figures() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  now_at bigint := (select change.last_value from private.crm_change as change);
begin
  if exists (
    select from private.stage_figures_seen as seen where seen.change = now_at
      and not exists (select from private.stage_figures as figure where figure.as_of < now() - interval '6 hours')
  ) then
    return;
  end if;
  insert into private.stage_figures (account_id, stage, median_seconds, entered, moved_on, as_of)
  select account.id, stage.key, stayed.median, coalesce(came.entered, 0), coalesce(came.moved_on, 0), now()
  from public.accounts as account cross join public.pipeline_stages as stage
  left join (
    select moved.account_id, stay.stage, round(percentile_cont(0.5) within group (order by stay.seconds))::bigint as median
    from (
      select activity.account_id, array_agg(activity) as moves from public.lead_activities as activity
      where activity.kind = 'stage_change' and activity.occurred_at > now() - interval '90 days' group by 1
    ) as moved cross join private.stage_stays(moved.moves) as stay group by 1, 2
  ) as stayed on stayed.account_id = account.id and stayed.stage = stage.key
  left join (
    select arrived.account_id, stage.key, sum(arrived.leads) filter (where arrived.reached >= stage.position) as entered,
      sum(arrived.leads) filter (where arrived.reached > stage.position) as moved_on
    from (
      select lead.account_id, lead.reached, count(*) as leads from public.leads as lead
      where lead.archived_at is null and not lead.is_spam and lead.created_at > now() - interval '90 days' group by lead.account_id, lead.reached
    ) as arrived cross join public.pipeline_stages as stage group by 1, 2
  ) as came on came.account_id = account.id and came.key = stage.key and stage.key <> 'lost'
  where stayed.account_id is not null or came.account_id is not null
    or exists (select from private.stage_figures as figure where figure.account_id = account.id)
  on conflict (account_id, stage) do update
  set median_seconds = excluded.median_seconds, entered = excluded.entered, moved_on = excluded.moved_on, as_of = excluded.as_of;
  update private.stage_figures_seen as seen set change = now_at;
  perform private.analyze_leads();
end
$$;

comment on function private.refresh_stage_figures() is
'Job: updates private.stage_figures when something changed, and the planner''s statistics.';
