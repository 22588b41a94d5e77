-- Reminders of booked calls, and the question whether a call took place. Both are jobs of the outbox that check the call again
-- when they run, so nothing comes after a cancellation or for an old time.

create function private.visitor_mail_data(p_booking public.bookings) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.booking_mail_data(p_booking) || jsonb_strip_nulls(jsonb_build_object(
    'timeZone', private.zone_of_call(p_booking, p_booking.time_zone), 'manageKey', p_booking.manage_key,
    'typeSlug', (select type.slug from public.meeting_types as type where type.id = p_booking.meeting_type_id and type.is_active)
  ))
$$;

comment on function private.visitor_mail_data(public.bookings) is
'A call as emails to its visitor show it. manageKey may only get into emails to the visitor.';

create function private.enqueue_booking_mail(
  p_booking public.bookings, p_template text, p_key text, p_data jsonb default '{}', p_run_at timestamptz default now()
) returns void
language sql volatile security definer
set search_path = ''
as $$
  select public.enqueue_outbox('mail', format('%s:%s:%s:%s', p_template, p_booking.id, p_booking.sequence, p_key), jsonb_build_object(
    'to', p_booking.email, 'template', p_template, 'data', private.visitor_mail_data(p_booking) || p_data
  ), p_run_at) where p_booking.email <> ''
$$;

comment on function private.enqueue_booking_mail(public.bookings, text, text, jsonb, timestamptz) is
'Queues an email to the visitor, once for each state of the call and key.';

create function private.ask_for_outcome(p_booking public.bookings) returns void
language sql volatile security definer
set search_path = ''
as $$
  select private.plan_booking_task(
    p_booking, 'other', format('Did the %s take place?', p_booking.title), p_booking.ends_at + interval '10 minutes'
  )
$$;

comment on function private.ask_for_outcome(public.bookings) is 'Asks the lead''s owner whether a call took place.';

create function private.reminders_ahead(p_booking public.bookings) returns integer[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(distinct ahead.minutes order by ahead.minutes desc), '{}')
  from unnest(coalesce(
    (select type.reminders from public.meeting_types as type where type.id = p_booking.meeting_type_id), '{1440,60}'
  )) as ahead (minutes)
  where p_booking.starts_at - make_interval(mins => ahead.minutes) > now()
$$;

comment on function private.reminders_ahead(public.bookings) is
'The reminders that the visitor of a call still gets, in minutes before it, the earliest first.';

create function private.enqueue_booking_jobs(p_booking public.bookings) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- The keys contain the sequence, so that a call that was moved gets new jobs and the old ones find nothing to do.
  perform public.enqueue_outbox('booking', format('booking:%s:%s:reminder:%s', p_booking.id, p_booking.sequence, ahead.minutes),
    jsonb_build_object('bookingId', p_booking.id, 'sequence', p_booking.sequence, 'event', 'reminder', 'minutes', ahead.minutes),
    p_booking.starts_at - make_interval(mins => ahead.minutes))
  from unnest(private.reminders_ahead(p_booking)) as ahead (minutes);
  perform public.enqueue_outbox('booking', format('booking:%s:%s:outcome', p_booking.id, p_booking.sequence),
    jsonb_build_object('bookingId', p_booking.id, 'sequence', p_booking.sequence, 'event', 'outcome'),
    p_booking.ends_at + interval '10 minutes');
end
$$;

comment on function private.enqueue_booking_jobs(public.bookings) is
'Queues the reminders of a call that are still ahead, and the question for its outcome.';

create function private.run_booking_event(p_booking_id uuid, p_sequence integer, p_event text, p_minutes integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  lead public.leads;
  booking public.bookings;
  moment timestamptz;
begin
  if p_event not in ('reminder', 'outcome') or p_event = 'reminder' and p_minutes is null then
    perform private.refuse('unknown_booking_event', '22023', 'A job of a call is a reminder or the question for its outcome');
  end if;
  select held.* into lead from public.leads as held
  where held.id = (select private.kept_lead(known.lead_id) from public.bookings as known where known.id = p_booking_id) for no key update;
  select held.* into booking from public.bookings as held where held.id = p_booking_id for update;
  if booking.id is null or booking.state <> 'booked' or booking.sequence <> p_sequence or lead.erased_at is not null then return false; end if;
  booking.lead_id := lead.id;
  moment := case p_event when 'reminder' then booking.starts_at - make_interval(mins => p_minutes) else booking.ends_at + interval '10 minutes' end;
  if moment > now() then
    -- The database's clock went back, so this job waits on.
    update private.outbox as job
    set status = 'queued', run_at = moment, attempts = 0, locked_by = null, locked_until = null, is_lease_questioned = false
    where job.kind = 'booking' and job.status = 'running'
      and job.dedupe_key = format('booking:%s:%s:%s', booking.id, booking.sequence, concat_ws(':', p_event, p_minutes));
    return false;
  end if;
  if p_event = 'outcome' then
    perform private.ask_for_outcome(booking);
    return true;
  end if;
  -- After a time without a host, a reminder of a call that has begun helps nobody.
  if booking.starts_at <= now() then return false; end if;
  perform private.enqueue_booking_mail(booking, 'booking-reminder', p_minutes::text, jsonb_build_object('minutes', p_minutes::text));
  return true;
end
$$;

create function public.run_booking_event(p_booking_id uuid, p_sequence integer, p_event text, p_minutes integer default null) returns boolean
language sql volatile
set search_path = ''
return private.run_booking_event(p_booking_id, p_sequence, p_event, p_minutes);

comment on function public.run_booking_event(uuid, integer, text, integer) is
'Runs a job of a call: reminder (so many minutes before) or outcome. It does nothing when the call was moved, cancelled or decided meanwhile. Returns whether it did something.';

create function private.prepare_booking_mail(p_id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  letter constant jsonb := (select job.payload from private.outbox as job where job.id = p_id and job.kind = 'mail');
  facts constant jsonb := letter -> 'data';
  booking public.bookings;
begin
  select held.* into booking from public.bookings as held where held.id = (facts ->> 'bookingId')::uuid;
  if booking.id is null or booking.sequence::text <> facts ->> 'sequence' or booking.email = '' then return null; end if;
  if letter ->> 'template' = 'booking-reminder' then
    return case when booking.state = 'booked' and booking.starts_at > now() then facts || private.visitor_mail_data(booking) end;
  end if;
  -- An invitation to choose a new time: its outcome was undone, or the visitor has booked again.
  if booking.state <> (case letter ->> 'template' when 'booking-missed' then 'no_show' else 'cancelled' end)::public.booking_state
    or private.call_ahead(booking) is not null then return null;
  end if;
  return facts || private.visitor_mail_data(booking);
end
$$;

create function public.prepare_booking_mail(p_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.prepare_booking_mail(p_id);

comment on function public.prepare_booking_mail(uuid) is
'The data of a queued email about a call as it is right now. Null when the email is no longer true: the call was moved, cancelled or decided, has begun, or the visitor has booked again.';

grant execute on function public.run_booking_event(uuid, integer, text, integer) to service_role;
grant execute on function private.run_booking_event(uuid, integer, text, integer) to service_role;
grant execute on function public.prepare_booking_mail(uuid) to service_role;
grant execute on function private.prepare_booking_mail(uuid) to service_role;
