-- A lead that is won or lost no longer waits for a response. Its clock ends with that reason, and continues if the lead is reopened
-- within a day.

alter table public.lead_clocks
add column closed_at timestamptz,
add constraint lead_clocks_closed check (closed_at is null or state = 'dropped');

comment on column public.lead_clocks.state is
'What has happened so far. A clock is dropped when nobody has to answer any more (merged, spam, archived, booked, won or lost).';
comment on column public.lead_clocks.closed_at is
'When the lead was won or lost while it waited, which ended the clock. Figures leave it out, unless an earlier response is logged later.';

drop function private.drop_clock(uuid);
drop function private.merge_open_clocks(uuid, uuid, uuid);

create or replace function private.may_wait(p_lead public.leads, p_arrived_at timestamptz) returns boolean
language sql immutable
set search_path = ''
as $$
  -- A closed lead that writes again waits, because nobody has decided about that yet.
  select p_lead.archived_at is null and not p_lead.is_spam
    and (p_lead.stage not in ('won', 'lost') or p_lead.stage_entered_at < p_arrived_at)
$$;

comment on function private.may_wait(public.leads, timestamptz) is
'Whether a lead that wrote at this time can wait for a response: it is not archived or spam, and was not won or lost since.';

create or replace function private.drop_clock(p_clock_id uuid, p_closed_at timestamptz default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  update public.lead_clocks as open set state = 'dropped', closed_at = p_closed_at
  where open.id = p_clock_id and open.state not in ('answered', 'dropped') returning * into clock;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'dropped', coalesce(p_closed_at, now()), auth.uid(),
    jsonb_build_object('closed', case when p_closed_at is not null then true end));
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.drop_clock(uuid, timestamptz) is
'Ends a clock without an answer. p_closed_at: when the lead was won or lost, if that is the reason.';

create or replace function private.resume_clock(p_clock_id uuid, p_lead_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  dropped public.lead_clocks;
  clock public.lead_clocks;
begin
  select found.* into dropped from public.lead_clocks as found where found.id = p_clock_id;
  insert into public.lead_clocks (
    lead_id, arrived_at, started_at, target_seconds, warn_at, due_at, escalate_at, offer_at, state, owner_id, escalated_to, source
  )
  select lead.id, dropped.arrived_at, dropped.started_at, dropped.target_seconds, dropped.warn_at, dropped.due_at, dropped.escalate_at,
    -- Events that already happened do not happen again.
    case when not exists (
      select from public.lead_clock_events as noted
      where noted.clock_id in (select private.clocks_before(dropped.id)) and noted.event = 'offered'
    ) then dropped.offer_at end,
    coalesce((
      select noted.event from public.lead_clock_events as noted
      where noted.clock_id in (select private.clocks_before(dropped.id)) and noted.event in ('warned', 'breached', 'escalated')
      order by array_position(array['escalated', 'breached', 'warned'], noted.event) limit 1
    ), 'running'), lead.user_id, dropped.escalated_to, dropped.source
  from public.leads as lead where lead.id = p_lead_id and private.may_wait(lead, dropped.arrived_at)
  on conflict (lead_id) where state not in ('answered', 'dropped') do nothing
  returning * into clock;
  if clock.id is null then return; end if;
  -- A response that is logged late counts for one of both clocks, not for each.
  update public.lead_clocks as ended set closed_at = null where ended.id = dropped.id and ended.closed_at is not null;
  perform private.record_clock_event(clock, 'started', dropped.arrived_at, null,
    jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', clock.target_seconds, 'resumes', dropped.id));
  perform private.sync_lead_clock(p_lead_id);
  perform private.enqueue_clock_jobs(clock);
  perform private.answer_clock(clock.id);
end
$$;

comment on function private.resume_clock(uuid, uuid) is
'Continues a dropped clock as it stood, on this lead, unless a clock is open there or the lead cannot wait.';

create or replace function private.sync_clock_with_lead() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select latest.* into clock from public.lead_clocks as latest where latest.lead_id = new.id
  order by latest.state in ('answered', 'dropped'), latest.arrived_at desc, latest.created_at desc limit 1;
  if clock.id is null or clock.state = 'answered' then return null; end if;
  if clock.state <> 'dropped' and private.may_wait(new, clock.arrived_at) then
    update public.lead_clocks as open set owner_id = new.user_id where open.id = clock.id;
  elsif clock.state <> 'dropped' and new.archived_at is null and not new.is_spam then
    perform private.drop_clock(clock.id, new.stage_entered_at);
  elsif clock.state <> 'dropped' then
    perform private.drop_clock(clock.id);
    -- A merged lead still waits, so its clock continues on the kept lead.
    if new.merged_into is not null then perform private.resume_clock(clock.id, new.merged_into); end if;
  elsif private.may_wait(new, clock.arrived_at) and not private.may_wait(old, clock.arrived_at) and exists (
    -- What ended the clock and is undone within a day was a mistake, so the lead still waits. After a merge, another clock waits in
    -- the place of the replaced one.
    select from public.lead_clock_events as noted
    where noted.clock_id = clock.id and noted.event = 'dropped' and noted.happened_at > now() - interval '1 day'
      and not noted.payload ? 'replaced_by'
  ) then
    perform private.drop_clock(noted.clock_id) from public.lead_clock_events as noted
    where noted.event = 'started' and noted.payload ? 'resumes' and noted.payload ->> 'resumes' = clock.id::text;
    perform private.resume_clock(clock.id, new.id);
  end if;
  return null;
end
$$;

comment on function private.sync_clock_with_lead() is
'Trigger: copies the owner to the clock, drops the clock when the lead is archived, spam, merged, won or lost, and continues it when that is undone.';

create or replace function private.answer_clock(p_clock_id uuid, p_again boolean default false) returns void
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

create or replace function private.stop_clocks() returns trigger
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

create or replace function private.reopen_clock(p_clock_id uuid, p_activity_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  select found.* into clock from public.lead_clocks as found where found.id = p_clock_id for update;
  if (private.first_response(clock.lead_id, clock.arrived_at)).id is not null then
    perform private.answer_clock(clock.id, true);
    return;
  end if;
  -- The lead waits since the first time, even when it wrote again meanwhile.
  perform private.drop_clock(later.id) from public.lead_clocks as later
  where later.lead_id = clock.lead_id and later.state not in ('answered', 'dropped');
  update public.lead_clocks as reopened
  set state = 'dropped', answered_at = null, answered_by = null, response_seconds = null,
    -- Without this response, the lead was closed while it waited.
    closed_at = (
      select lead.stage_entered_at from public.leads as lead
      where lead.id = clock.lead_id and lead.stage in ('won', 'lost') and not private.may_wait(lead, clock.arrived_at)
    )
  where reopened.id = clock.id;
  perform private.record_clock_event(clock, 'dropped', now(), auth.uid(), jsonb_build_object('is_retracted', p_activity_id));
  perform private.resume_clock(clock.id, clock.lead_id);
  perform private.sync_lead_clock(clock.lead_id);
end
$$;

comment on function private.reopen_clock(uuid, uuid) is
'Corrects a clock after the activity that answered it was retracted: the next response counts, else the clock goes on as if nobody had answered.';

create or replace function private.merge_open_clocks(p_merged public.leads, p_other uuid, p_actor uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  keep constant uuid := p_merged.id;
  kept public.lead_clocks;
  others public.lead_clocks;
begin
  select clock.* into kept from public.lead_clocks as clock
  where clock.lead_id = keep and clock.state not in ('answered', 'dropped') for update;
  select clock.* into others from public.lead_clocks as clock
  where clock.lead_id = p_other and clock.state not in ('answered', 'dropped') for update;
  if others.id is null then return '{}'; end if;
  -- The earlier clock goes on, so that a merge never hides a breach. None goes on at a lead that was closed since.
  if kept.id is not null and kept.arrived_at <= others.arrived_at or not private.may_wait(p_merged, others.arrived_at) then
    update public.lead_clocks as clock set state = 'dropped' where clock.id = others.id;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (others.id, p_other, 'dropped', now(), p_actor, jsonb_build_object('merged_into', keep)) on conflict do nothing;
    return jsonb_build_object('dropped', others.id, 'dropped_state', others.state);
  end if;
  if kept.id is not null then
    update public.lead_clocks as clock set state = 'dropped' where clock.id = kept.id;
    insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
    values (kept.id, keep, 'dropped', now(), p_actor, jsonb_build_object('replaced_by', others.id)) on conflict do nothing;
  end if;
  update public.lead_clocks as clock set lead_id = keep where clock.id = others.id;
  insert into public.lead_clock_events (clock_id, lead_id, event, happened_at, actor_id, payload)
  values (others.id, keep, 'moved', now(), p_actor, jsonb_build_object('from_lead', p_other));
  return jsonb_strip_nulls(jsonb_build_object('moved', others.id, 'dropped', kept.id, 'dropped_state', kept.state));
end
$$;

comment on function private.merge_open_clocks(public.leads, uuid, uuid) is
'Keeps one clock for both leads, the one that has waited longer. Returns what it did, for the undo.';

create or replace function private.merge_leads(p_batch_id uuid, p_keep_id uuid, p_other_id uuid, p_fields jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  known public.lead_batches;
  keep public.leads;
  other public.leads;
  merged public.leads;
  after_keep public.leads;
  after_other public.leads;
  done jsonb;
begin
  if p_batch_id is null then perform private.refuse('required', '22023', 'The merge needs an id', 'id'); end if;
  perform private.lock_lead_pair(p_keep_id, p_other_id);
  select batch.* into known from public.lead_batches as batch where batch.id = p_batch_id;
  if known.id is not null then
    if known.actor_id is distinct from caller or known.kind <> 'merge' then
      perform private.refuse('id_taken', '42501', 'This change belongs to someone else');
    end if;
    return jsonb_build_object('batch_id', known.id, 'kept_id', known.changes ->> 'keep');
  end if;
  select lead.* into keep from public.leads as lead where lead.id = p_keep_id;
  select lead.* into other from public.leads as lead where lead.id = p_other_id;
  if keep.merged_into is not null or other.merged_into is not null then
    perform private.refuse('outdated', 'PT409', 'Someone else just merged one of these leads');
  end if;
  if keep.erased_at is not null or other.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if keep.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'The lead you''re keeping is archived. Restore it first.'); end if;
  merged := private.merged_lead(keep, other, coalesce(p_fields, '{}'));
  done := jsonb_build_object(
    'keep', p_keep_id, 'other', p_other_id, 'fields', coalesce(p_fields, '{}'),
    'clock', private.merge_open_clocks(merged, p_other_id, caller),
    'tasks', (select coalesce(jsonb_agg(task.id), '[]') from (
      select one.id from public.lead_tasks as one where one.lead_id = p_other_id order by one.due_at limit 1000) as task),
    'bookings', (select coalesce(jsonb_agg(booking.id), '[]') from (
      select one.id from public.bookings as one where one.lead_id = p_other_id order by one.starts_at desc limit 100) as booking),
    'merged_before', (select coalesce(jsonb_agg(lead.id), '[]') from public.leads as lead where lead.merged_into = p_other_id)
  );
  insert into public.lead_batches (id, actor_id, kind, changes, leads) values (p_batch_id, caller, 'merge', done, 2);
  update public.lead_tasks as task set lead_id = p_keep_id where task.lead_id = p_other_id;
  update public.bookings as booking set lead_id = p_keep_id where booking.lead_id = p_other_id;
  update public.leads as lead set merged_into = p_keep_id where lead.merged_into = p_other_id;
  update public.leads as lead
  set merged_into = p_keep_id, archived_at = coalesce(lead.archived_at, now()) where lead.id = p_other_id
  returning lead.* into after_other;
  merged.reached := greatest(keep.reached, other.reached);
  merged.last_activity_at := greatest(keep.last_activity_at, other.last_activity_at);
  merged.first_touch := case when other.created_at < keep.created_at then coalesce(other.first_touch, keep.first_touch)
    else coalesce(keep.first_touch, other.first_touch) end;
  merged.last_touch := case when other.created_at > keep.created_at then coalesce(other.last_touch, keep.last_touch)
    else coalesce(keep.last_touch, other.last_touch) end;
  select written.* into after_keep from private.write_leads(array[merged]) as written;
  done := done || jsonb_build_object('answered', private.answer_merged_clock(p_keep_id));
  update public.lead_batches as batch set changes = done where batch.id = p_batch_id;
  perform private.sync_lead_clock(lead_id) from unnest(array[p_keep_id, p_other_id]) as lead_id;
  insert into private.lead_batch_rows (batch_id, lead_id, before, after) values
  (p_batch_id, p_keep_id,
    private.changed_fields(to_jsonb(keep), to_jsonb(after_keep)) || private.derived_fields(to_jsonb(keep), to_jsonb(after_keep)),
    private.changed_fields(to_jsonb(after_keep), to_jsonb(keep)) || private.derived_fields(to_jsonb(after_keep), to_jsonb(keep))),
  (p_batch_id, p_other_id, jsonb_build_object('archived_at', other.archived_at), jsonb_build_object('archived_at', after_other.archived_at));
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (p_keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'kept', 'lead_id', p_other_id)),
  (p_other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'merged', 'lead_id', p_keep_id));
  return jsonb_build_object('batch_id', p_batch_id, 'kept_id', p_keep_id);
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
      'answered_at', clock.answered_at, 'response_seconds', clock.response_seconds, 'booked_at', clock.booked_at, 'closed_at', clock.closed_at,
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

comment on function private.clock_json(uuid) is 'The latest clock of a lead, as pages show it; null when it never had one.';

drop trigger sync_clock_with_lead on public.leads;

create trigger sync_clock_with_lead after update of user_id, archived_at, is_spam, stage on public.leads
for each row when (
  (old.user_id, old.archived_at is null, old.is_spam) is distinct from (new.user_id, new.archived_at is null, new.is_spam)
  or old.stage <> new.stage and (old.stage in ('won', 'lost') or new.stage in ('won', 'lost'))
) execute function private.sync_clock_with_lead();

-- Leads that were closed before.
select private.drop_clock(clock.id, lead.stage_entered_at)
from public.lead_clocks as clock join public.leads as lead on lead.id = clock.lead_id
where clock.state not in ('answered', 'dropped') and lead.stage in ('won', 'lost') and lead.archived_at is null and not lead.is_spam
  and not private.may_wait(lead, clock.arrived_at);
