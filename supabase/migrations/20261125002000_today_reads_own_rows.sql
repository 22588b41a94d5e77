-- A row of Today reads the clocks of its own lead only, and no function is planned again for each row.

create or replace function private.is_human_activity(p_kind text) returns boolean
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return p_kind in ('call', 'email', 'sms', 'meeting', 'note');
end
$$;

create or replace function private.is_retracted(p_activity_id uuid) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return exists (select from public.lead_retractions as taken where taken.activity_id = p_activity_id);
end
$$;

create or replace function private.owner_name(p_key text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when p_key = '' then 'Unassigned' else private.person_name(p_key::uuid) end;
end
$$;

create or replace function private.team_medians(p_account uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  team constant uuid[] := (private.team_of(p_account))[:50];
  since constant timestamptz := private.account_day_start(p_account);
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', member.id, 'name', known.name, 'answered', today.answered, 'median_seconds', today.median
    ) order by known.name)
    from unnest(team) as member (id)
    cross join lateral (select private.owner_name(member.id::text) as name) as known
    cross join lateral (
      select count(*) as answered, round(percentile_cont(0.5) within group (order by clock.response_seconds)) as median
      from public.lead_clocks as clock
      where clock.answered_by = member.id and clock.account_id = p_account and clock.answered_at >= since
    ) as today
  ), '[]');
end
$$;

create or replace function private.leads_within(p_lead_id uuid) returns setof uuid
language plpgsql stable
set search_path = ''
as $$
begin
  return query with recursive within (id) as (
    select p_lead_id union select lead.id from within join public.leads as lead on lead.merged_into = within.id
  )
  select id from within;
end
$$;

create or replace function private.clock_json(p_lead_id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', clock.id, 'arrived_at', clock.arrived_at, 'started_at', clock.started_at, 'target_seconds', clock.target_seconds,
      'warn_at', clock.warn_at, 'due_at', clock.due_at, 'escalate_at', clock.escalate_at, 'state', clock.state,
      'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds,
      'answered_by', private.person_name(clock.answered_by), 'escalated_to', private.person_name(clock.escalated_to)
    )
    from public.lead_clocks as clock
    -- Includes merged leads: their clocks are shown when this lead has none. An array, so that the index finds them.
    where clock.lead_id = any (array(select private.leads_within(p_lead_id))) and (clock.lead_id = p_lead_id or clock.state <> 'dropped')
    -- A resumed clock has the same arrival as the dropped one before it.
    order by clock.lead_id = p_lead_id desc, clock.arrived_at desc, clock.state = 'dropped', clock.created_at desc, clock.id limit 1
  );
end
$$;

create or replace function private.shown_lead(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return to_jsonb(lead) - array['updated_at', 'phone_key', 'user_id', 'answered_by', 'answer_target_seconds']
    || jsonb_build_object('owner_id', lead.user_id, 'owner_name', private.person_name(lead.user_id));
end
$$;

create or replace function private.queue_lead_json(lead public.leads) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.shown_lead(lead) - array['first_touch', 'consent_text'] || jsonb_build_object(
    'next_task_id', (
      select task.id from public.lead_tasks as task
      where lead.next_task_at is not null and task.lead_id = lead.id and task.done_at is null order by task.due_at, task.id limit 1
    ), 'clock', private.clock_json(lead.id),
    'last', (
      select jsonb_build_object('kind', activity.kind, 'outcome', activity.payload ->> 'outcome', 'at', activity.occurred_at)
      from public.lead_activities as activity
      where activity.lead_id = lead.id and private.is_human_activity(activity.kind) and not private.is_retracted(activity.id)
      order by activity.occurred_at desc limit 1
    )
  );
end
$$;

create or replace function private.person_name(p_user_id uuid) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when p_user_id is not null then coalesce((
    select private.name_or_email(profile.first_name, profile.last_name, account.email::text)
    from auth.users as account left join public.profiles as profile on profile.user_id = account.id where account.id = p_user_id
  ), 'Unknown') end;
end
$$;

comment on function private.team_medians(uuid) is
'The people who answer in an account, how many leads each answered today, and how fast; null without answers.';

drop function private.team_medians();
