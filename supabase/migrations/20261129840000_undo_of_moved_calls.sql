-- A moved or canceled call can be undone, as a booked one. Its emails wait until nobody can undo it with a click.

create function private.booking_mails(p_booking uuid, p_sequence integer) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array[format('booking:%s:%s:visitor', p_booking, p_sequence)]
    || array(select format('booking:%s:%s:host:%s', p_booking, p_sequence, host.user_id) from public.booking_hosts as host where host.booking_id = p_booking)
$$;

comment on function private.booking_mails(uuid, integer) is
'The outbox keys of the emails that tell a call''s visitor and hosts of a change. Sequence 0 is its booking.';

create function private.withdraw_booking_mails(p_booking uuid, p_change integer, p_undo integer) returns void
language sql volatile security definer
set search_path = ''
as $$
  with unsent as (
    delete from private.outbox as mail
    where mail.dedupe_key = any (private.booking_mails(p_booking, p_change)) and mail.status = 'queued' and mail.attempts = 0 returning mail.dedupe_key
  )
  delete from private.outbox as notice using unsent
  where notice.dedupe_key = replace(unsent.dedupe_key, format('booking:%s:%s:', p_booking, p_change), format('booking:%s:%s:', p_booking, p_undo))
$$;

comment on function private.withdraw_booking_mails(uuid, integer, integer) is
'Who was not told of a change of a call yet (sequence p_change) is told neither of it nor of its undo (sequence p_undo).';

drop function private.send_booking_mails(uuid, text, timestamptz);

create function private.send_booking_mails(
  p_booking uuid, p_event text, p_from timestamptz default null, p_is_held boolean default false
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := (select held from public.bookings as held where held.id = p_booking);
  moved constant jsonb := jsonb_strip_nulls(jsonb_build_object('from', to_char(p_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')));
  -- A person of the team may have booked it in the visitor's name.
  booker constant uuid := case when p_event = 'booked' then (
    select noted.actor_id from public.booking_events as noted where noted.booking_id = p_booking and noted.event = 'booked' order by noted.id limit 1
  ) end;
  booked_by constant text := private.person_name(booker);
  run_at constant timestamptz := now() + case when p_is_held then interval '10 seconds' else interval '0' end;
  sent bigint;
begin
  -- An erased person has no address.
  if booking.email = '' then return; end if;
  -- What was held back goes out before news about it.
  update private.outbox as earlier set run_at = now() - interval '1 second'
  where earlier.dedupe_key = any (private.booking_mails(p_booking, booking.sequence - 1)) and earlier.status = 'queued' and earlier.run_at > now();
  -- Nobody can fill a stranger's mailbox by booking for them.
  select count(*) into sent from private.outbox as mail
  where mail.kind = 'mail' and lower(mail.payload ->> 'to') = lower(booking.email) and mail.created_at > now() - interval '1 day'
    and mail.payload ->> 'template' like 'booking-%';
  if sent < 20 then
    perform public.enqueue_outbox('mail', format('booking:%s:%s:visitor', p_booking, booking.sequence), jsonb_build_object(
      'to', booking.email, 'template', 'booking-' || p_event, 'data', private.visitor_mail_data(booking) || moved || jsonb_strip_nulls(
        jsonb_build_object('bookedBy', booked_by, 'reminders', array_to_string(private.reminders_ahead(booking), ','))
      )
    ), run_at);
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || p_event, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', coalesce(rota.time_zone, private.account_zone(booking.account_id)), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end,
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ), run_at)
  from (select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;

comment on function private.send_booking_mails(uuid, text, timestamptz, boolean) is
'Queues the emails about a booked, rescheduled or cancelled call to its visitor and its hosts, once for each change. p_from is the earlier time. p_is_held: as long as a person of the team is offered to undo it, nobody is told.';

drop function private.move_booking(uuid, timestamptz, uuid);

create function private.move_booking(
  p_booking uuid, p_starts_at timestamptz, p_actor uuid, p_undone bigint default null
) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking);
  shift constant interval := p_starts_at - booking.starts_at;
begin
  perform private.require_open_booking(booking, p_actor);
  if p_starts_at = booking.starts_at then return false; end if;
  if p_actor is null then
    if booking.meeting_type_id is null then
      perform private.refuse('slot_not_free', 'PT409', 'Calls of this type can''t be moved any more', 'starts_at');
    end if;
    perform private.require_slot(booking.meeting_type_id, p_starts_at, p_booking);
  elsif p_starts_at is null or not isfinite(p_starts_at) or p_starts_at <= clock_timestamp() then
    -- The team may promise a time outside of its hours.
    perform private.refuse('slot_passed', 'PT409', 'This time has passed', 'starts_at');
  end if;
  begin
    update public.booking_hosts as host set during = tstzrange(lower(host.during) + shift, upper(host.during) + shift)
    where host.booking_id = p_booking;
  exception when exclusion_violation then
    perform private.refuse('slot_taken', 'PT409', 'There is another call at this time', 'starts_at');
  end;
  update public.bookings as moved
  set starts_at = moved.starts_at + shift, ends_at = moved.ends_at + shift, sequence = moved.sequence + 1
  where moved.id = p_booking;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (p_booking, booking.account_id, 'rescheduled', p_actor, jsonb_strip_nulls(jsonb_build_object(
    'from', booking.starts_at, 'to', p_starts_at, 'sequence', booking.sequence + 1, 'undone', p_undone
  )));
  perform private.send_booking_mails(p_booking, 'rescheduled', booking.starts_at, p_actor is not null and p_undone is null);
  return true;
end
$$;

comment on function private.move_booking(uuid, timestamptz, uuid, bigint) is
'Moves a call for its visitor (no actor: to free times of its hosts) or for a person of the account (to any time in the future at which its hosts have no other call). p_undone: they take back this event. False: it was there already. PT404, PT409: slot_taken, slot_not_free, slot_passed, booking_cancelled, booking_over.';

create or replace function private.cancel_booking(p_booking uuid, p_actor uuid, p_is_undo boolean default false) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.lock_booking(p_booking);
begin
  if booking.state = 'cancelled' then return false; end if;
  perform private.require_open_booking(booking, p_actor);
  update public.bookings as ended
  set state = 'cancelled', sequence = ended.sequence + 1, decided_at = now(), decided_by = p_actor
  where ended.id = p_booking;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
  values (p_booking, booking.account_id, 'cancelled', p_actor, jsonb_strip_nulls(jsonb_build_object(
    'from', booking.starts_at, 'sequence', booking.sequence + 1, 'undone', case when p_is_undo then true end
  )));
  perform private.send_booking_mails(p_booking, 'cancelled', null, p_actor is not null and not p_is_undo);
  return true;
end
$$;

comment on function private.cancel_booking(uuid, uuid, boolean) is
'Cancels a call for its visitor (no actor) or for a person of the account, and frees its time. p_is_undo: they take back their own booking. False: it was cancelled already. PT404, PT409: booking_over.';

create or replace function private.take_slot(
  p_type public.meeting_types, p_lead uuid, p_booking jsonb, p_host uuid default null, p_actor uuid default null, p_payload jsonb default '{}'
) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := jsonb_populate_record(null::public.bookings, p_booking);
  chosen uuid[];
begin
  perform private.lock_hosts(private.hosts_of(p_type));
  chosen := private.chosen_hosts(p_type, p_lead, private.require_slot(p_type.id, booking.starts_at, null, p_host), booking.starts_at);
  insert into public.bookings (
    id, account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, phone, time_zone, answers, title, location, location_details,
    page_id, submission_id
  ) values (
    booking.id, p_type.account_id, p_type.id, p_lead, booking.starts_at, booking.starts_at + make_interval(mins => p_type.minutes), booking.name,
    booking.email, booking.phone, booking.time_zone, booking.answers, p_type.name, p_type.location, p_type.location_details, booking.page_id,
    booking.submission_id
  );
  begin
    insert into public.booking_hosts (booking_id, user_id, account_id, during)
    select booking.id, host.id, p_type.account_id, private.taken_range(p_type, booking.starts_at) from unnest(chosen) as host (id) order by host.id;
  exception when exclusion_violation then
    perform private.refuse('slot_taken', 'PT409', 'Someone else just booked this time', 'starts_at');
  end;
  insert into public.booking_events (booking_id, account_id, event, actor_id, payload) values (
    booking.id, p_type.account_id, 'booked', p_actor, p_payload || jsonb_build_object('to', booking.starts_at, 'hosts', to_jsonb(chosen))
  );
  perform private.send_booking_mails(booking.id, 'booked', null, p_actor is not null);
end
$$;

comment on function private.take_slot(public.meeting_types, uuid, jsonb, uuid, uuid, jsonb) is
'Stores a booking of a locked lead ({id, submission_id, starts_at, name, email, phone, time_zone, answers, page_id}) and tells everybody; with p_host for this host only, with p_actor in the name of a person of the account. PT409: slot_taken, slot_not_free, slot_passed.';

create or replace function private.undo_book_call(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = p_booking_id and noted.event = 'booked' and noted.account_id = private.workspace() order by noted.id limit 1
  );
  booking public.bookings;
begin
  if made.actor_id is distinct from caller then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who booked this call can undo it');
  end if;
  booking := private.lock_booking(p_booking_id);
  if booking.state = 'cancelled' then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if booking.sequence > 0 or booking.state <> 'booked' or booking.starts_at <= now() then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  perform private.cancel_booking(booking.id, caller, true);
  perform private.withdraw_booking_mails(booking.id, 0, 1);
  -- The stage and the owner go back as far as nobody changed them or worked with the lead since.
  perform private.restore_stage(held.id, made.payload) from public.leads as held
  where held.id = private.kept_lead(booking.lead_id) and held.stage = 'call_booked' and held.erased_at is null and exists (
    select from public.pipeline_stages as earlier join public.pipeline_stages as booked on booked.key = 'call_booked'
    where earlier.key = made.payload ->> 'stage_from' and earlier.position < booked.position
  );
  update public.leads as back set user_id = null
  where back.id = private.kept_lead(booking.lead_id) and back.erased_at is null and back.user_id = caller and not made.payload ? 'owner_from' and not exists (
    select from public.lead_activities as later
    where later.lead_id = back.id and later.created_at > booking.created_at and private.is_human_activity(later.kind) and not private.is_retracted(later.id)
  );
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

drop function private.first_booking_mails(uuid);

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
      -- Only the undo of a cancellation opens a call that is still ahead.
      if booking.starts_at > now() then perform private.plan_call(booking); else perform private.ask_for_outcome(booking); end if;
    else null;
  end case;
  perform private.note_booking(booking, new.event, new.actor_id, jsonb_build_object(
    'from', new.payload -> 'from', 'invited', new.payload -> 'invited', 'undone', new.payload -> 'undone'));
  if new.event in ('booked', 'rescheduled', 'reassigned') or new.event = 'reopened' and new.payload ? 'undone' then perform private.enqueue_booking_jobs(booking); end if;
  perform nextval('private.crm_change');
  return null;
end
$$;

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create function private.undo_call_change(p_booking_id uuid, p_moved_to timestamptz) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known constant public.bookings := private.require_call(p_booking_id);
  booking constant public.bookings := private.lock_booking(known.id);
  made constant public.booking_events := (
    select noted from public.booking_events as noted
    where noted.booking_id = booking.id and noted.actor_id = caller and not noted.payload ?| array['undone', 'invited'] and case
      when p_moved_to is null then noted.event = 'cancelled'
      else noted.event = 'rescheduled' and (noted.payload ->> 'to')::timestamptz = p_moved_to
    end
    order by noted.id desc limit 1
  );
begin
  if made.id is null then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who changed this call can undo it');
  end if;
  if exists (
    select from public.booking_events as noted where noted.booking_id = booking.id and noted.payload ->> 'undone' = made.id::text
  ) then
    return jsonb_build_object('restored', 0, 'kept', 0);
  end if;
  if p_moved_to is not null then
    if booking.state <> 'booked' or booking.starts_at <> p_moved_to then
      perform private.refuse('outdated', 'PT409', 'This call has changed since then');
    end if;
    perform private.move_booking(booking.id, (made.payload ->> 'from')::timestamptz, caller, made.id);
  else
    if booking.state <> 'cancelled' or booking.decided_by is distinct from caller then
      perform private.refuse('outdated', 'PT409', 'This call has changed since then');
    end if;
    if booking.email = '' then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
    if booking.starts_at <= now() then perform private.refuse('slot_passed', 'PT409', 'This time has passed', 'starts_at'); end if;
    begin
      update public.bookings as back set state = 'booked', sequence = back.sequence + 1, decided_at = null, decided_by = null
      where back.id = booking.id;
    exception when exclusion_violation then
      perform private.refuse('slot_taken', 'PT409', 'There is another call at this time', 'starts_at');
    end;
    insert into public.booking_events (booking_id, account_id, event, actor_id, payload)
    values (booking.id, booking.account_id, 'reopened', caller, jsonb_build_object('undone', made.id));
    perform private.send_booking_mails(booking.id, 'booked');
  end if;
  perform private.withdraw_booking_mails(booking.id, (made.payload ->> 'sequence')::integer, booking.sequence + 1);
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create function public.undo_call_change(p_booking_id uuid, p_moved_to timestamptz default null) returns jsonb
language sql volatile
set search_path = ''
return private.undo_call_change(p_booking_id, p_moved_to);

comment on function public.undo_call_change(uuid, timestamptz) is
'Takes back the caller''s move of a call to p_moved_to, or without it their cancellation: { restored, kept }. Who was not told yet hears nothing; the others get an email with the earlier time. A repeated undo changes nothing. PT404: no such change of the caller. PT409: the call has changed since, has begun, or its time is taken. 42501: not on the team, or a free plan.';

grant execute on function public.undo_call_change(uuid, timestamptz) to authenticated;
grant execute on function private.undo_call_change(uuid, timestamptz) to authenticated;
