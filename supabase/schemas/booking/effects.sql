-- What a booking does to its lead, in the transaction that books: the clock ends, the stage moves on, the lead gets an owner and a
-- task, and its history an entry. Reminders and the question for the outcome are jobs.

create index lead_tasks_booking_id_idx on public.lead_tasks (booking_id) where booking_id is not null;

create function private.end_clock_as_booked(p_lead_id uuid, p_booking_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  clock public.lead_clocks;
begin
  update public.lead_clocks as open set state = 'dropped', booked_at = now()
  where open.lead_id = p_lead_id and open.state not in ('answered', 'dropped') returning * into clock;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'booked', now(), null, jsonb_build_object('booking_id', p_booking_id));
  perform private.sync_lead_clock(p_lead_id);
end
$$;

comment on function private.end_clock_as_booked(uuid, uuid) is
'Ends a lead''s open clock because the lead booked a call itself. That is no response of a person: figures count it as booked.';

create function private.kept_lead(p_lead_id uuid) returns uuid
language sql stable security definer
set search_path = ''
as $$
  with recursive kept (id, hops) as (
    select p_lead_id, 0
    union all
    select lead.merged_into, kept.hops + 1 from kept join public.leads as lead on lead.id = kept.id
    where lead.merged_into is not null and kept.hops < 20
  )
  select kept.id from kept order by kept.hops desc limit 1
$$;

comment on function private.kept_lead(uuid) is 'The lead that this one was merged into, or the lead itself.';

create function private.booked_hosts(p_booking_id uuid) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(host.user_id order by host.user_id), '{}') from public.booking_hosts as host where host.booking_id = p_booking_id
$$;

comment on function private.booked_hosts(uuid) is 'Who holds a call.';

create function private.note_booking(p_booking public.bookings, p_event text, p_actor uuid, p_payload jsonb default '{}') returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into public.lead_activities (lead_id, kind, actor_id, payload)
  values (p_booking.lead_id, 'booking', p_actor, jsonb_strip_nulls(p_payload || jsonb_build_object(
    'event', p_event, 'booking_id', p_booking.id, 'title', p_booking.title, 'starts_at', p_booking.starts_at
  )))
$$;

comment on function private.note_booking(public.bookings, text, uuid, jsonb) is 'Adds what happened to a call to its lead''s history.';

create function private.close_booking_tasks(p_booking_id uuid) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from public.lead_tasks as task where task.booking_id = p_booking_id and task.done_at is null
$$;

comment on function private.close_booking_tasks(uuid) is 'Removes the open tasks of a call. Done ones stay.';

create function private.plan_booking_task(p_booking public.bookings, p_kind text, p_title text, p_due_at timestamptz) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform private.close_booking_tasks(p_booking.id);
  insert into public.lead_tasks (lead_id, kind, title, due_at, booking_id, created_by)
  values (p_booking.lead_id, p_kind, left(p_title, 200), p_due_at, p_booking.id, auth.uid());
end
$$;

comment on function private.plan_booking_task(public.bookings, text, text, timestamptz) is
'Plans the task of a call. A call has one open task at most, so the earlier one goes.';

create function private.plan_call(p_booking public.bookings) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.plan_booking_task(p_booking, case p_booking.location when 'phone' then 'call' else 'meeting' end, p_booking.title, p_booking.starts_at)
$$;

comment on function private.plan_call(public.bookings) is 'Plans the call itself.';

create function private.finish_tasks_for_call(p_booking public.bookings) returns jsonb
language sql volatile security definer
set search_path = ''
as $$
  with finished as (
    update public.lead_tasks as task set done_at = now()
    where task.lead_id = p_booking.lead_id and task.done_at is null and (
      task.booking_id is null and task.kind in ('call', 'sms') and task.due_at <= p_booking.starts_at
      or exists (select from public.bookings as ended where ended.id = task.booking_id and ended.state in ('cancelled', 'no_show'))
    )
    returning task.id, task.title
  )
  select jsonb_agg(jsonb_build_object('id', finished.id, 'title', finished.title) order by finished.title, finished.id) from finished
$$;

comment on function private.finish_tasks_for_call(public.bookings) is
'Finishes what a booked call replaces: calls and text messages that were due before it, and the offer of a new time for an earlier call. Returns them as [{ id, title }], or null.';

create function private.reopen_tasks_of_call(p_booking public.bookings) returns void
language sql volatile security definer
set search_path = ''
as $$
  -- Who opened or finished one again since has decided about it.
  update public.lead_tasks as task set done_at = null
  from public.lead_activities as noted cross join lateral jsonb_array_elements(noted.payload -> 'finished') as finished (facts)
  where noted.lead_id = p_booking.lead_id and noted.kind = 'booking' and noted.payload ->> 'booking_id' = p_booking.id::text
    and noted.payload ? 'finished' and task.id = private.parse_uuid(finished.facts ->> 'id') and task.lead_id = noted.lead_id
    and task.done_at = noted.created_at
$$;

comment on function private.reopen_tasks_of_call(public.bookings) is
'Opens what a booking finished again, because the booking was undone.';

create function private.advance_for_booking(p_lead public.leads, p_host uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  moves constant boolean := p_lead.stage not in ('won', 'lost') and exists (
    select from public.pipeline_stages as booked join public.pipeline_stages as held on held.key = p_lead.stage
    where booked.key = 'call_booked' and held.position < booked.position
  );
  owner constant uuid := case
    when private.is_on_team(p_lead.user_id, p_lead.account_id) then p_lead.user_id
    when private.is_on_team(p_host, p_lead.account_id) then p_host
    else p_lead.user_id
  end;
begin
  if not moves and owner is not distinct from p_lead.user_id then return; end if;
  update public.leads as lead set user_id = owner, stage = case when moves then 'call_booked' else lead.stage end where lead.id = p_lead.id;
end
$$;

comment on function private.advance_for_booking(public.leads, uuid) is
'Moves a lead on to Call Booked and gives it to the host of its call, or to the colleague who booked it. It never moves back: leads that are further, won or lost keep their stage. An owner who is on the team keeps the lead.';

create function private.call_ahead(p_booking public.bookings) returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select min(other.starts_at) from public.bookings as other
  where other.lead_id = private.kept_lead(p_booking.lead_id) and other.id <> p_booking.id and other.state = 'booked' and other.starts_at > now()
$$;

comment on function private.call_ahead(public.bookings) is
'When the lead of a call has another one ahead. Then nobody has to offer a new time, and no link is sent.';

create function private.apply_booking_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.bookings;
  lead public.leads;
  finished jsonb;
begin
  select held.* into booking from public.bookings as held where held.id = new.booking_id;
  -- What was booked for a merged lead is done with the kept one.
  booking.lead_id := private.kept_lead(booking.lead_id);
  select held.* into lead from public.leads as held where held.id = booking.lead_id for no key update;
  if lead.id is null or lead.erased_at is not null then return null; end if;
  case new.event
    when 'booked' then
      -- A call that a colleague books is not the lead's own answer, so the clock goes on until they log theirs.
      if new.actor_id is null then perform private.end_clock_as_booked(lead.id, booking.id); end if;
      -- Who books for a lead of nobody takes it, as whoever logs a call does.
      perform private.advance_for_booking(lead, coalesce(new.actor_id, (private.booked_hosts(booking.id))[1]));
      finished := private.finish_tasks_for_call(booking);
      perform private.plan_call(booking);
    when 'rescheduled' then
      perform private.plan_call(booking);
    when 'cancelled' then
      if new.payload ? 'undone' then
        perform private.close_booking_tasks(booking.id);
        perform private.reopen_tasks_of_call(booking);
      elsif private.call_ahead(booking) is not null then
        perform private.close_booking_tasks(booking.id);
      else
        -- A visitor who was invited to choose a new time gets a day for it. Everybody else is called within the hour.
        perform private.plan_booking_task(
          booking, 'call', 'Offer a new time', now() + case when new.payload ? 'invited' then interval '1 day' else interval '1 hour' end
        );
      end if;
    when 'no_show' then
      if private.call_ahead(booking) is not null then
        perform private.close_booking_tasks(booking.id);
      else
        perform private.plan_booking_task(booking, 'call', 'Offer a new time', now() + interval '1 day');
      end if;
    when 'held' then
      perform private.close_booking_tasks(booking.id);
    when 'reassigned' then
      -- Only the call of a leaver takes its lead with it.
      if not new.payload ? 'handed_over' then perform private.advance_for_booking(lead, (private.booked_hosts(booking.id))[1]); end if;
    when 'reopened' then
      -- Only the undo of a cancellation opens a call that is still ahead.
      if booking.starts_at > now() then perform private.plan_call(booking); else perform private.ask_for_outcome(booking); end if;
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', case when private.call_ahead(booking) is null then new.payload -> 'invited' end, 'sends_link', new.payload -> 'sends_link', 'undone', new.payload -> 'undone', 'finished', finished,
    'host', case when new.event = 'reassigned' then new.payload -> 'to' end));
  if new.event in ('booked', 'rescheduled', 'reassigned') or new.event = 'reopened' and new.payload ? 'undone' then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create trigger apply_booking_event after insert on public.booking_events
for each row execute function private.apply_booking_event();
