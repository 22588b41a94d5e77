-- Calls are booked, moved and cancelled here only. The constraint booking_hosts_one_call decides who gets a time. Locks are taken
-- in one order everywhere: the lead, then the hosts, so that nobody waits in a circle.

create function private.lock_hosts(p_hosts uuid[]) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  -- An exclusion constraint alone may answer two racers with a deadlock. In a row, the second one sees the first one's call.
  perform pg_advisory_xact_lock(wanted.lock) from (
    select distinct hashtextextended('calls of ' || host.id, 0) as lock from unnest(p_hosts) as host (id) order by 1
  ) as wanted;
end
$$;

comment on function private.lock_hosts(uuid[]) is 'Makes others who book calls of these people wait until the end of the transaction.';

create function private.require_slot(
  p_type uuid, p_starts_at timestamptz, p_moved uuid default null, p_host uuid default null
) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = p_type);
  free uuid[] := (
    select case when p_host is null then slot.hosts when p_host = any (slot.hosts) then array[p_host] end
    from private.free_times(p_type, p_starts_at, p_starts_at + interval '1 microsecond', clock_timestamp(), p_moved) as slot
  );
  wanted tstzrange;
begin
  if free is not null then return free; end if;
  if p_starts_at < clock_timestamp() + make_interval(mins => type.notice_minutes) then
    perform private.refuse('slot_passed', 'PT409', 'This time has passed, or is too soon', 'starts_at');
  end if;
  if isfinite(p_starts_at) then
    wanted := private.taken_range(type, p_starts_at);
    if exists (
      select from public.booking_hosts as host
      where host.user_id = any (private.hosts_of(type)) and (p_host is null or host.user_id = p_host)
        and host.is_taken and host.during && wanted and host.booking_id is distinct from p_moved
    ) then
      perform private.refuse('slot_taken', 'PT409', 'Someone else just booked this time', 'starts_at');
    end if;
  end if;
  perform private.refuse('slot_not_free', 'PT409', 'This time can''t be booked', 'starts_at');
end
$$;

comment on function private.require_slot(uuid, timestamptz, uuid, uuid) is
'Who is free for a call at this time; with p_host, only this host. PT409: nobody, with the reason.';

create function private.taken_range(p_type public.meeting_types, p_starts_at timestamptz) returns tstzrange
language sql immutable parallel safe
set search_path = ''
as $$
  select tstzrange(
    p_starts_at - make_interval(mins => p_type.buffer_before), p_starts_at + make_interval(mins => p_type.minutes + p_type.buffer_after)
  )
$$;

comment on function private.taken_range(public.meeting_types, timestamptz) is 'The time that a call takes from its hosts: with its buffers.';

create function private.lock_lead_of_booking(p_booking uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  locked uuid;
  now_at uuid;
begin
  loop
    now_at := (select private.kept_lead(held.lead_id) from public.bookings as held where held.id = p_booking);
    exit when now_at is not distinct from locked;
    perform from public.leads as lead where lead.id = now_at for no key update;
    locked := now_at;
  end loop;
end
$$;

comment on function private.lock_lead_of_booking(uuid) is
'Locks the lead of a call, as everything else that changes leads does first. A merge may move the call while this waits; then it locks the kept lead, too.';

create function private.lock_booking(p_booking uuid) returns public.bookings
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.lock_lead_of_booking(p_booking);
  perform private.lock_hosts(array(select host.user_id from public.booking_hosts as host where host.booking_id = p_booking));
  select held.* into booking from public.bookings as held where held.id = p_booking for update;
  if not found then perform private.refuse('booking_not_found', 'PT404', 'There is no such booking'); end if;
  return booking;
end
$$;

comment on function private.lock_booking(uuid) is 'The booking, locked together with its lead and its hosts. PT404: there is none.';

create function private.require_open_booking(p_booking public.bookings, p_actor uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if p_booking.state = 'cancelled' then perform private.refuse('booking_cancelled', 'PT409', 'This call was canceled'); end if;
  if p_booking.state <> 'booked' or p_actor is null and p_booking.starts_at <= clock_timestamp() then
    perform private.refuse('booking_over', 'PT409', 'This call has ended');
  end if;
end
$$;

comment on function private.require_open_booking(public.bookings, uuid) is
'PT409: the call was cancelled, has an outcome, or began (for its visitor).';

create function private.refuse_taken(p_booking uuid, p_starts_at timestamptz, p_field text default null) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.refuse('slot_taken', 'PT409', case when exists (
    select from public.bookings as call
    join public.booking_hosts as own on own.booking_id = call.id
    join public.booking_hosts as other on other.is_taken and other.booking_id <> call.id
      and private.person_range(other.user_id, other.user_id, '[]') && private.person_range(own.user_id, own.user_id, '[]')
      and other.during && tstzrange(p_starts_at, p_starts_at + (call.ends_at - call.starts_at))
    join public.bookings as theirs on theirs.id = other.booking_id
    where call.id = p_booking and theirs.starts_at < p_starts_at + (call.ends_at - call.starts_at) and theirs.ends_at > p_starts_at
  ) then 'There is another call at this time' else 'This time is in the buffer between this call and another one' end, p_field);
end
$$;

comment on function private.refuse_taken(uuid, timestamptz, text) is
'Refuses a time at which booking_hosts_one_call rules out a call: slot_taken, with the reason in words, another call or a buffer.';

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
      perform private.refuse('slot_not_free', 'PT409', 'Calls of this type can no longer be moved', 'starts_at');
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
    perform private.refuse_taken(p_booking, p_starts_at, 'starts_at');
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

create function private.cancel_booking(p_booking uuid, p_actor uuid, p_is_undo boolean default false) returns boolean
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

create function private.sync_taken_time() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.booking_hosts as host set is_taken = new.state <> 'cancelled'
  where host.booking_id = new.id and host.is_taken <> (new.state <> 'cancelled');
  return null;
end
$$;

comment on function private.sync_taken_time() is 'Trigger: a cancelled call takes no time from its hosts.';

create trigger sync_taken_time after update on public.bookings
for each row when (old.state is distinct from new.state) execute function private.sync_taken_time();

create function private.visitor_answers(p_questions jsonb, p_sent jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  question jsonb;
  said text;
  answers jsonb := '{}';
begin
  for question in select each.value from jsonb_array_elements(p_questions) as each loop
    said := left(btrim(coalesce(p_sent ->> (question ->> 'id'), '')), 2000);
    if question ->> 'kind' = 'select' and not coalesce(question -> 'options' ? said, false) then said := ''; end if;
    if said = '' and coalesce((question ->> 'required')::boolean, false) then
      perform private.refuse('required', '22023', format('Answer “%s”', question ->> 'label'), question ->> 'id');
    end if;
    if said <> '' then answers := answers || jsonb_build_object(question ->> 'label', said); end if;
  end loop;
  return answers;
end
$$;

comment on function private.visitor_answers(jsonb, jsonb) is
'The answers to a type''s questions by their labels. Others are dropped. 22023: a required one is missing; the detail is the question''s id.';

create function private.chosen_hosts(p_type public.meeting_types, p_lead uuid, p_free uuid[], p_at timestamptz) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  owner constant uuid := (select lead.user_id from public.leads as lead where lead.id = p_lead);
begin
  return case
    when p_type.assignment = 'together' then p_free
    when owner = any (p_free) then array[owner]
    when p_type.assignment = 'person' then p_free[1:1]
    else array[private.pick_from_pool('meeting:' || p_type.id, p_type.account_id, p_free, p_at)]
  end;
end
$$;

comment on function private.chosen_hosts(public.meeting_types, uuid, uuid[], timestamptz) is
'Who of the free hosts gets the call: all of a call together, else the lead''s owner, else the next one of the pool.';

create function private.stage_before(p_lead public.leads) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('stage_from', p_lead.stage, 'entered_from', p_lead.stage_entered_at, 'reached_from', p_lead.reached)
$$;

comment on function private.stage_before(public.leads) is
'A lead''s stage, since when it is there, and how far it ever came: what restore_stage needs after a change of stage.';

create function private.restore_stage(p_lead_id uuid, p_before jsonb) returns void
language sql volatile
set search_path = ''
as $$
  update public.leads as back set stage = p_before ->> 'stage_from',
    -- Events of earlier releases know only the stage.
    stage_entered_at = coalesce((p_before ->> 'entered_from')::timestamptz, back.stage_entered_at),
    reached = coalesce((p_before ->> 'reached_from')::smallint, back.reached)
  where back.id = p_lead_id
$$;

comment on function private.restore_stage(uuid, jsonb) is
'Puts a lead back into the stage of stage_before, with the time that it already spent there, so that an undone change leaves no trace in the figures.';

create function private.take_slot(
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

create function private.call_at(p_lead uuid, p_during tstzrange) returns public.bookings
language sql stable security definer
set search_path = ''
as $$
  select call from public.bookings as call
  where call.lead_id in (select private.leads_within(p_lead)) and call.state = 'booked' and call.starts_at > clock_timestamp()
    and tstzrange(call.starts_at, call.ends_at) && p_during
  order by call.starts_at, call.id limit 1
$$;

comment on function private.call_at(uuid, tstzrange) is 'The call that this lead has ahead within this time; the first one of several.';

create function private.book(p_type public.meeting_types, p_sent jsonb) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  wanted constant timestamptz := (p_sent ->> 'starts_at')::timestamptz;
  submission constant uuid := (p_sent ->> 'submission_id')::uuid;
  name constant text := left(btrim(regexp_replace(coalesce(p_sent ->> 'name', ''), '\s+', ' ', 'g')), 200);
  email constant text := btrim(coalesce(p_sent ->> 'email', ''));
  phone constant text := nullif(left(btrim(coalesce(p_sent ->> 'phone', '')), 50), '');
  answers constant jsonb := private.visitor_answers(p_type.questions, coalesce(p_sent -> 'answers', '{}'));
  page constant uuid := (select known.id from public.landing_pages as known where known.id = (p_sent ->> 'page_id')::uuid and known.account_id = p_type.account_id);
  booking constant uuid := gen_random_uuid();
  lead uuid;
  had public.bookings;
begin
  perform pg_advisory_xact_lock(hashtextextended('booking ' || submission, 0));
  if exists (select from public.bookings as known where known.submission_id = submission) then
    return (select known.id from public.bookings as known where known.submission_id = submission and known.account_id = p_type.account_id);
  end if;
  if name = '' then perform private.refuse('required', '22023', 'Enter your name', 'name'); end if;
  if email !~ '^[^@\s]+@[^@\s]+$' or char_length(email) > 255 then perform private.refuse('email_invalid', '22023', 'Enter your email address', 'email'); end if;
  if p_type.location = 'phone' and phone is null then perform private.refuse('required', '22023', 'Enter your phone number', 'phone'); end if;
  -- A person has one call at a time, whoever of a pool is free. The lead's lock makes their other requests wait for this one. It is a
  -- statement of its own, so that the next one sees what they booked.
  lead := private.find_lead(p_type.account_id, email, phone);
  had := private.call_at(lead, tstzrange(wanted, wanted + make_interval(mins => p_type.minutes)));
  if had.id is not null then
    -- Anybody can type any address. Only a browser that has the key of the call gets it again.
    if had.manage_key is distinct from (p_sent ->> 'booked_key')::uuid then
      perform private.refuse('already_booked', 'PT409', 'You already have a call at this time', 'starts_at');
    end if;
    return had.id;
  end if;
  -- Most who are too late find out here, without a lead that is stored and without the hosts' locks.
  perform private.require_slot(p_type.id, wanted);
  lead := private.upsert_lead(
    p_type.account_id,
    jsonb_build_object('email', email, 'first_name', left(split_part(name, ' ', 1), 100), 'last_name', nullif(left(substr(name, strpos(name || ' ', ' ') + 1), 100), ''), 'phone', phone),
    private.parse_touch('booking', coalesce(p_sent -> 'touch', '{}')), 'Agreed to a call by booking it', false,
    jsonb_strip_nulls(jsonb_build_object('form', 'booking', 'submission_id', booking, 'booking_id', booking, 'meeting_type', p_type.name, 'starts_at', wanted, 'landing_page_id', page)),
    case when page is null then 'website_form' else 'landing_page' end::public.lead_source,
    -- The host of the call gets the lead, not the next person of a pool.
    false
  );
  perform private.take_slot(p_type, lead, jsonb_build_object(
    'id', booking, 'submission_id', submission, 'starts_at', wanted, 'name', name, 'email', email, 'phone', phone,
    'time_zone', private.zone_or(p_sent ->> 'time_zone', p_type.account_id), 'answers', answers, 'page_id', page
  ));
  return booking;
end
$$;

comment on function private.book(public.meeting_types, jsonb) is
'Books a call: {starts_at, submission_id, name, email, phone, time_zone, answers by question id, page_id, touch, booked_key}. A known submission_id changes nothing, nor does a person who has a call at this time: with its key as booked_key it is the answer. 22023: a field is missing or wrong. PT409: slot_taken, slot_not_free, slot_passed, already_booked.';

create function private.zone_or(p_zone text, p_account uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if p_zone is not null and char_length(p_zone) <= 100 and (now() at time zone p_zone) is not null then return p_zone; end if;
  return private.account_zone(p_account);
exception when invalid_parameter_value then
  return private.account_zone(p_account);
end
$$;

comment on function private.zone_or(text, uuid) is 'The time zone if it is one, else the account''s.';

create function private.end_erased_booking() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.state = 'booked' and new.starts_at > now() then
    new.state := 'cancelled';
    new.decided_at := now();
  end if;
  return new;
end
$$;

comment on function private.end_erased_booking() is 'Trigger: an erased person has no calls ahead. Nobody is told, because no name is left to tell.';

create trigger end_erased_booking before update of email on public.bookings
for each row when (new.email = '' and old.email <> '') execute function private.end_erased_booking();
