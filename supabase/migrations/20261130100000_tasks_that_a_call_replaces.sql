-- A booked call finishes the calls and text messages that were planned until then, and the offer of a new time for an earlier call. The
-- undo of the booking opens them again.

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

create or replace function private.apply_booking_event() returns trigger
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
      else
        -- A visitor who was invited to choose a new time gets a day for it. Everybody else is called within the hour.
        perform private.plan_booking_task(
          booking, 'call', 'Offer a new time', now() + case when new.payload ? 'invited' then interval '1 day' else interval '1 hour' end
        );
      end if;
    when 'no_show' then
      perform private.plan_booking_task(booking, 'call', 'Offer a new time', now() + interval '1 day');
    when 'held' then
      perform private.close_booking_tasks(booking.id);
    when 'reassigned' then
      perform private.advance_for_booking(lead, (private.booked_hosts(booking.id))[1]);
    when 'reopened' then
      -- Only the undo of a cancellation opens a call that is still ahead.
      if booking.starts_at > now() then perform private.plan_call(booking); else perform private.ask_for_outcome(booking); end if;
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', new.payload -> 'invited', 'undone', new.payload -> 'undone', 'finished', finished));
  if new.event in ('booked', 'rescheduled', 'reassigned') or new.event = 'reopened' and new.payload ? 'undone' then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;
