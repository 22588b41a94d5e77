-- Clocks follow changes of their lead and of their account's hours.

create function private.may_wait(p_lead public.leads, p_arrived_at timestamptz) returns boolean
language sql immutable
set search_path = ''
as $$
  -- A closed lead that writes again waits, because nobody has decided about that yet.
  select p_lead.archived_at is null and not p_lead.is_spam
    and (p_lead.stage not in ('won', 'lost') or p_lead.stage_entered_at < p_arrived_at)
$$;

comment on function private.may_wait(public.leads, timestamptz) is
'Whether a lead that wrote at this time can wait for a response: it is not archived or spam, and was not won or lost since.';

create function private.drop_clock(p_clock_id uuid, p_closed_at timestamptz default null) returns void
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

create function private.clocks_before(p_clock_id uuid) returns setof uuid
language sql stable
set search_path = ''
as $$
  with recursive before (id) as (
    select p_clock_id
    union
    select (noted.payload ->> 'resumes')::uuid from before join public.lead_clock_events as noted on noted.clock_id = before.id
    where noted.event = 'started' and noted.payload ? 'resumes'
  )
  select before.id from before
$$;

comment on function private.clocks_before(uuid) is
'A clock and those that it continues. A clock may resume several times, and what happened is recorded for the clock of that time.';

create function private.resume_clock(p_clock_id uuid, p_lead_id uuid) returns void
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

create function private.sync_clock_with_lead() returns trigger
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

create index lead_clock_events_resumes_idx on public.lead_clock_events ((payload ->> 'resumes')) where event = 'started' and payload ? 'resumes';

-- Runs only when one of these changed, so that other changes of many leads cost nothing here.
create trigger sync_clock_with_lead after update of user_id, archived_at, is_spam, stage on public.leads
for each row when (
  (old.user_id, old.archived_at is null, old.is_spam) is distinct from (new.user_id, new.archived_at is null, new.is_spam)
  or old.stage <> new.stage and (old.stage in ('won', 'lost') or new.stage in ('won', 'lost'))
) execute function private.sync_clock_with_lead();

create function private.rescheduled_moment(p_moment timestamptz, p_part numeric, p_before jsonb, p_after jsonb) returns timestamptz
language sql volatile
set search_path = ''
as $$
  -- Times in the past stay. The remaining working time is counted with the new hours.
  select case when p_moment <= now() then p_moment else private.add_working_seconds(
    now(), coalesce(private.working_seconds_between(now(), p_moment, p_before), p_part), p_after
  ) end
$$;

comment on function private.rescheduled_moment(timestamptz, numeric, jsonb, jsonb) is
'When a moment of a clock comes with other hours. p_part is its share of the target, for clocks without moments.';

create function private.reschedule_clocks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  before_calendar jsonb := private.calendar_of(old);
  calendar jsonb := private.calendar_of(new);
  clock public.lead_clocks;
  moved public.lead_clocks;
begin
  perform from public.leads as lead
  where lead.id in (select open.lead_id from public.lead_clocks as open where open.account_id = new.id and open.state not in ('answered', 'dropped'))
  order by lead.id for no key update;
  for clock in
    select open.* from public.lead_clocks as open
    where open.account_id = new.id and open.state not in ('answered', 'dropped') order by open.id for update
  loop
    update public.lead_clocks as open
    set started_at = private.rescheduled_moment(clock.started_at, 0, before_calendar, calendar),
      warn_at = private.rescheduled_moment(clock.warn_at, clock.target_seconds * 0.6, before_calendar, calendar),
      due_at = private.rescheduled_moment(clock.due_at, clock.target_seconds, before_calendar, calendar),
      escalate_at = private.rescheduled_moment(clock.escalate_at, clock.target_seconds * 2, before_calendar, calendar),
      offer_at = case when clock.offer_at is not null then private.rescheduled_moment(clock.offer_at, 0, before_calendar, calendar) end
    where open.id = clock.id returning * into moved;
    if (moved.started_at, moved.warn_at, moved.due_at, moved.escalate_at, moved.offer_at)
      is distinct from (clock.started_at, clock.warn_at, clock.due_at, clock.escalate_at, clock.offer_at)
    then
      perform private.record_clock_event(moved, 'moved', now(), auth.uid(), jsonb_build_object('from', clock.due_at, 'to', moved.due_at));
      perform private.enqueue_clock_jobs(moved);
      perform private.sync_lead_clock(moved.lead_id);
    end if;
  end loop;
  return null;
end
$$;

comment on function private.reschedule_clocks() is 'Trigger: moves the open clocks when working hours, holidays or the time zone change.';

create trigger reschedule_clocks after update of time_zone, working_hours, holidays on public.accounts
for each row when (
  (old.time_zone, old.working_hours, old.holidays) is distinct from (new.time_zone, new.working_hours, new.holidays)
) execute function private.reschedule_clocks();
