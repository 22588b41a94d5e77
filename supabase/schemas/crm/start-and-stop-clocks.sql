-- The clock starts when somebody writes, and stops with the first response of a person.

create function private.is_response(p_kind text, p_payload jsonb) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  -- An email or text message from the lead is logged too, but it is not an answer.
  select p_kind in ('call', 'meeting') or p_kind in ('email', 'sms') and coalesce(p_payload ->> 'direction', '') <> 'inbound'
$$;

comment on function private.is_response(text, jsonb) is 'Whether an activity that a person logged answers a lead.';

create function private.record_clock_event(
  p_clock public.lead_clocks, p_event text, p_at timestamptz, p_actor uuid default null, p_payload jsonb default '{}'
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
  values (p_clock.id, p_clock.lead_id, p_event, p_at, p_actor, jsonb_strip_nulls(p_payload)) on conflict do nothing;
  return found;
end
$$;

comment on function private.record_clock_event(public.lead_clocks, text, timestamptz, uuid, jsonb) is
'Adds an event to the ledger. False when the clock already has it.';

create function private.enqueue_clock_jobs(p_clock public.lead_clocks) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moves bigint := (select count(*) from public.lead_clock_events as noted where noted.clock_id = p_clock.id and noted.event = 'moved');
begin
  -- The key contains the number of moves, because a clock that moves there and back needs its first jobs again.
  perform public.enqueue_outbox('lead_clock', format('lead_clock:%s:%s:%s:%s', p_clock.id, planned.event, extract(epoch from planned.at), moves),
    jsonb_build_object('clockId', p_clock.id, 'event', planned.event), planned.at)
  from (values ('warned', p_clock.warn_at), ('breached', p_clock.due_at), ('escalated', p_clock.escalate_at)) as planned (event, at)
  where planned.at is not null
    and array_position(array['running', 'warned', 'breached', 'escalated'], planned.event)
      > array_position(array['running', 'warned', 'breached', 'escalated'], p_clock.state);
  if p_clock.offer_at is not null and not exists (
    select from public.lead_clock_events as noted where noted.clock_id = p_clock.id and noted.event = 'offered'
  ) then
    perform public.enqueue_outbox('lead_clock', format('lead_clock:%s:offered:%s:%s', p_clock.id, extract(epoch from p_clock.offer_at), moves),
      jsonb_build_object('clockId', p_clock.id, 'event', 'offered'), p_clock.offer_at);
  end if;
end
$$;

comment on function private.enqueue_clock_jobs(public.lead_clocks) is 'Queues the jobs for what can still happen to a clock.';

create function private.leads_within(p_lead_id uuid) returns setof uuid
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

comment on function private.leads_within(uuid) is 'A lead and all leads that were merged into it.';

create function private.sync_lead_clock(p_lead_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  update public.leads as lead
  set clock_due_at = shown.due_at, response_seconds = shown.response_seconds, answered_by = shown.answered_by,
    answer_target_seconds = shown.target_seconds
  from (
    select open.due_at, first.response_seconds, first.answered_by, first.target_seconds
    from (values (1)) as one
    left join (
      select clock.due_at from public.lead_clocks as clock where clock.lead_id = p_lead_id and clock.state not in ('answered', 'dropped')
    ) as open on true
    left join (
      select clock.response_seconds, clock.answered_by, clock.target_seconds from public.lead_clocks as clock
      -- Includes merged leads: their first answer is this lead's first answer.
      where clock.lead_id in (select private.leads_within(p_lead_id)) and clock.state <> 'dropped'
      order by clock.arrived_at, clock.id limit 1
    ) as first on true
  ) as shown
  where lead.id = p_lead_id and (lead.clock_due_at, lead.response_seconds, lead.answered_by, lead.answer_target_seconds)
    is distinct from (shown.due_at, shown.response_seconds, shown.answered_by, shown.target_seconds)
$$;

comment on function private.sync_lead_clock(uuid) is
'Copies the due time of a lead''s open clock, and the response and target of its first one, to the lead.';

create function private.first_response(p_lead_id uuid, p_arrived_at timestamptz) returns public.lead_activities
language sql stable
set search_path = ''
as $$
  select activity.* from public.lead_activities as activity
  -- Includes merged leads: a call to one of them answers this lead.
  where activity.lead_id in (select private.leads_within(p_lead_id)) and activity.occurred_at >= p_arrived_at and activity.actor_id is not null
    and private.is_response(activity.kind, activity.payload) and not private.is_retracted(activity.id)
  order by activity.occurred_at, activity.id limit 1
$$;

comment on function private.first_response(uuid, timestamptz) is
'The earliest response of a person to a lead after a given time. Retracted activities do not count.';

create function private.answer_clock(p_clock_id uuid, p_again boolean default false) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
  response public.lead_activities;
  calendar jsonb;
  seconds integer;
begin
  select found.* into clock from public.lead_clocks as found
  where found.id = p_clock_id and (found.state <> 'dropped' or found.closed_at is not null) for update;
  if clock.id is null then return; end if;
  -- Read after the lock, so that of two answers at the same moment the second sees the first.
  response := private.first_response(clock.lead_id, clock.arrived_at);
  if response.id is null or (not p_again and response.occurred_at >= clock.answered_at) or response.occurred_at > clock.closed_at then return; end if;
  calendar := private.calendar_of(clock.account_id);
  -- Counted from the due time, so that it agrees with the target even when the working hours changed meanwhile.
  seconds := greatest(0, floor(case
    when clock.due_at is null then private.working_seconds_between(clock.arrived_at, response.occurred_at, calendar)
    when response.occurred_at < clock.due_at
      then clock.target_seconds - private.working_seconds_between(response.occurred_at, clock.due_at, calendar)
    else clock.target_seconds + private.working_seconds_between(clock.due_at, response.occurred_at, calendar)
  end));
  update public.lead_clocks as answered
  set state = 'answered', answered_at = response.occurred_at, answered_by = response.actor_id, response_seconds = seconds,
    closed_at = null, owner_id = (select lead.user_id from public.leads as lead where lead.id = answered.lead_id)
  where answered.id = clock.id;
  perform private.record_clock_event(clock, case clock.state when 'answered' then 'corrected' else 'answered' end, response.occurred_at,
    response.actor_id, jsonb_build_object('activity_id', response.id, 'kind', response.kind, 'seconds', seconds,
      'instead_of', clock.response_seconds));
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.answer_clock(uuid, boolean) is
'Stops a clock with the earliest response of a person, whenever it was logged, also one that ended because the lead was closed after that response. p_again computes it anew after that response was retracted.';

create function private.start_lead_clock(p_lead_id uuid, p_arrived_at timestamptz, p_source public.lead_source) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  account constant uuid := (select lead.account_id from public.leads as lead where lead.id = p_lead_id);
  calendar jsonb := private.calendar_of(account);
  target integer := private.account_target(account);
  clock public.lead_clocks;
begin
  if account is null then return null; end if;
  insert into public.lead_clocks (
    lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, owner_id, source
  )
  select lead.id, p_arrived_at, private.next_opening(p_arrived_at, calendar), target,
    private.add_working_seconds(p_arrived_at, target * 0.6, calendar), private.add_working_seconds(p_arrived_at, target, calendar),
    private.add_working_seconds(p_arrived_at, target * 2, calendar), lead.user_id, p_source
  from public.leads as lead where lead.id = p_lead_id and lead.archived_at is null and not lead.is_spam
  on conflict (lead_id) where state not in ('answered', 'dropped') do nothing
  returning * into clock;
  if clock.id is null then return null; end if;
  perform private.record_clock_event(clock, 'started', p_arrived_at, null,
    jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', target));
  perform private.sync_lead_clock(p_lead_id);
  perform private.enqueue_clock_jobs(clock);
  perform private.answer_clock(clock.id);
  return clock.id;
end
$$;

comment on function private.start_lead_clock(uuid, timestamptz, public.lead_source) is
'Starts the clock of a lead that waits for an answer, and returns its id. Null when a clock is already open, or the lead is archived or spam.';

create function private.stop_clocks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  leads uuid[];
  clock_id uuid;
begin
  -- Opening a lead, notes, stages and assignments never stop a clock.
  leads := array(
    select distinct added.lead_id from new_activities as added
    -- Checks each kind once before it checks rows, because an import adds thousands of one kind that is no response.
    where added.actor_id is not null and added.kind in (
        select known.kind from (select distinct one.kind from new_activities as one) as known where private.is_response(known.kind, '{}')
      )
      and private.is_response(added.kind, added.payload)
      and exists (
        select from public.lead_clocks as clock where clock.lead_id = added.lead_id and added.occurred_at >= clock.arrived_at
          and (clock.state <> 'answered' or added.occurred_at < clock.answered_at)
      )
  );
  if cardinality(leads) = 0 then return null; end if;
  -- Every function locks leads before their clocks, so that they cannot deadlock.
  perform from public.leads as lead where lead.id = any (leads) order by lead.id for no key update;
  for clock_id in
    select clock.id from public.lead_clocks as clock where clock.lead_id = any (leads) and (clock.state <> 'dropped' or clock.closed_at is not null) order by clock.id
  loop
    perform private.answer_clock(clock_id);
  end loop;
  return null;
end
$$;

comment on function private.stop_clocks() is 'Trigger: a logged response stops the clock. An earlier one that is logged later corrects it.';

create trigger stop_clocks after insert on public.lead_activities
referencing new table as new_activities for each statement execute function private.stop_clocks();
