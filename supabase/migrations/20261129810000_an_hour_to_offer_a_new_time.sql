-- A canceled call is no late task at once.

create or replace function private.apply_booking_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  booking public.bookings;
  lead public.leads;
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
      perform private.plan_call(booking);
    when 'rescheduled' then
      perform private.plan_call(booking);
    when 'cancelled' then
      if new.payload ? 'undone' then
        perform private.close_booking_tasks(booking.id);
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
      perform private.ask_for_outcome(booking);
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', new.payload -> 'invited', 'undone', new.payload -> 'undone'));
  if new.event in ('booked', 'rescheduled', 'reassigned') then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;
