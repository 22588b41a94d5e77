-- Free times, and calls that visitors book, move and cancel.

-- When calls can be booked: the rota of each host, without absences, without calls that they have already and without the busy
-- times of their own calendars. tests/support/free-times.ts works the same out minute by minute.

create function private.openings(p_account uuid, p_host uuid, p_from timestamptz, p_to timestamptz, p_moved uuid default null)
returns tstzmultirange
language sql stable security definer
set search_path = ''
as $$
  select private.shift_ranges(p_account, p_host, p_from, p_to)
    - coalesce((
      select range_agg(host.during) from public.booking_hosts as host
      -- As in the constraint booking_hosts_one_call, so that its index finds the calls of this time only.
      where private.person_range(host.user_id, host.user_id, '[]') && private.person_range(p_host, p_host, '[]')
        and host.during && tstzrange(p_from, p_to) and host.is_taken and host.booking_id is distinct from p_moved
    ), '{}')
    - coalesce((
      select range_agg(busy.during) from private.calendar_busy as busy
      where busy.user_id = p_host and busy.during && tstzrange(p_from, p_to)
    ), '{}')
$$;

comment on function private.openings(uuid, uuid, timestamptz, timestamptz, uuid) is
'When a person works for an account and has nothing else, within a period. p_moved is a booking whose time counts as free.';

create function private.hosts_of(p_type public.meeting_types) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(host.user_id order by host.user_id), '{}')
  from public.meeting_hosts as host left join public.rotas as rota on rota.account_id = host.account_id and rota.user_id = host.user_id
  where host.meeting_type_id = p_type.id
    and (p_type.assignment <> 'pool' or coalesce(rota.weight, 1) > 0)
    -- Who left the team keeps their calls until somebody gives them away, but gets no new ones.
    and (
      host.user_id = any ((select private.team_of(p_type.account_id))::uuid[])
      or exists (select from public.user_roles as held where held.user_id = host.user_id and held.role = 'admin' and held.status = 'active')
    )
$$;

comment on function private.hosts_of(public.meeting_types) is
'Who gets new calls of a meeting type: its hosts who are on the account''s team. Of a pool, those whose weight is not 0.';

create function private.free_times(
  p_type uuid, p_from timestamptz, p_to timestamptz, p_now timestamptz default now(), p_moved uuid default null
) returns table (starts_at timestamptz, hosts uuid[])
language plpgsql stable security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = p_type);
  zone constant text := private.account_zone(type.account_id);
  step constant interval := make_interval(mins => type.step_minutes);
  before constant interval := make_interval(mins => type.buffer_before);
  after constant interval := make_interval(mins => type.minutes + type.buffer_after);
  earliest constant timestamptz := greatest(p_from, p_now + make_interval(mins => type.notice_minutes));
  latest constant timestamptz := least(p_to, p_now + make_interval(hours => 24 * type.horizon_days) + interval '1 microsecond');
  people uuid[];
  needed integer := 1;
  -- The grid is local: minutes after the hour of the account's zone.
  is_even boolean;
  grid interval;
begin
  if type.id is null or exists (select from public.accounts as account where account.id = type.account_id and account.archived_at is not null)
    or not isfinite(earliest) or not isfinite(latest) or earliest >= latest then return; end if;
  if p_moved is not null then
    -- Who was promised stays promised.
    people := array(select host.user_id from public.booking_hosts as host where host.booking_id = p_moved order by host.user_id);
  elsif not type.is_active then
    return;
  else
    people := private.hosts_of(type);
  end if;
  if p_moved is not null or type.assignment = 'together' then needed := greatest(cardinality(people), 1); end if;
  -- In most zones a multiple of the step after a local hour is one after an hour of UTC, too. Others (Kathmandu, Lord Howe) have
  -- quarters of an hour between, so each quarter is looked at there.
  is_even := not exists (
    select from generate_series(earliest - interval '24 hours', latest + interval '24 hours', interval '24 hours') as day (at)
    where extract(epoch from day.at at time zone zone)::bigint % (60 * type.step_minutes) <> extract(epoch from day.at at time zone 'UTC')::bigint % (60 * type.step_minutes)
  );
  grid := case when is_even then step when type.step_minutes % 15 = 0 then interval '15 minutes' else interval '5 minutes' end;
  return query
  with full_days as materialized (
    select host.user_id, (booking.starts_at at time zone zone)::date as day
    from public.bookings as booking join public.booking_hosts as host on host.booking_id = booking.id
    where type.daily_limit is not null and booking.meeting_type_id = type.id and booking.state <> 'cancelled' and booking.id is distinct from p_moved
      and booking.starts_at between earliest - interval '48 hours' and latest + interval '48 hours' and host.user_id = any (people)
    group by 1, 2 having count(*) >= type.daily_limit
  )
  select slot.at, array_agg(person.id order by person.id)
  from unnest(people) as person (id)
  cross join lateral unnest(private.openings(type.account_id, person.id, earliest - before, latest + after, p_moved)) as piece (open)
  cross join lateral generate_series(
    date_bin(grid, lower(piece.open) + before + grid - interval '1 microsecond', timestamptz '2000-01-01 00:00Z'), upper(piece.open) - after, grid
  ) as slot (at)
  where slot.at >= earliest and slot.at < latest
    and (is_even or extract(minute from slot.at at time zone zone)::integer % type.step_minutes = 0)
    and (type.daily_limit is null or (person.id, (slot.at at time zone zone)::date) not in (select one.user_id, one.day from full_days as one))
  group by slot.at having count(*) >= needed
  order by slot.at;
end
$$;

comment on function private.free_times(uuid, timestamptz, timestamptz, timestamptz, uuid) is
'When a call of this type can begin within [from, to), and which of its hosts are free then; with all of them for a call together. With p_moved: when this booking can be moved to, with the hosts that it has.';

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

create function private.require_slot(p_type uuid, p_starts_at timestamptz, p_moved uuid default null) returns uuid[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = p_type);
  free uuid[] := (
    select slot.hosts from private.free_times(p_type, p_starts_at, p_starts_at + interval '1 microsecond', clock_timestamp(), p_moved) as slot
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
      where host.user_id = any (private.hosts_of(type)) and host.is_taken and host.during && wanted and host.booking_id is distinct from p_moved
    ) then
      perform private.refuse('slot_taken', 'PT409', 'Somebody else has just booked this time', 'starts_at');
    end if;
  end if;
  perform private.refuse('slot_not_free', 'PT409', 'This time can''t be booked', 'starts_at');
end
$$;

comment on function private.require_slot(uuid, timestamptz, uuid) is 'Who is free for a call at this time. PT409: nobody, with the reason.';

create function private.taken_range(p_type public.meeting_types, p_starts_at timestamptz) returns tstzrange
language sql immutable parallel safe
set search_path = ''
as $$
  select tstzrange(
    p_starts_at - make_interval(mins => p_type.buffer_before), p_starts_at + make_interval(mins => p_type.minutes + p_type.buffer_after)
  )
$$;

comment on function private.taken_range(public.meeting_types, timestamptz) is 'The time that a call takes from its hosts: with its buffers.';

create function private.lock_booking(p_booking uuid) returns public.bookings
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings;
begin
  -- The lead first, as everything else that changes leads.
  perform from public.leads as lead
  where lead.id = (select held.lead_id from public.bookings as held where held.id = p_booking) for no key update;
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
  if p_booking.state = 'cancelled' then perform private.refuse('booking_cancelled', 'PT409', 'This call was cancelled'); end if;
  if p_booking.state <> 'booked' or p_actor is null and p_booking.starts_at <= clock_timestamp() then
    perform private.refuse('booking_over', 'PT409', 'This call is over');
  end if;
end
$$;

comment on function private.require_open_booking(public.bookings, uuid) is
'PT409: the call was cancelled, has an outcome, or began (for its visitor).';

create function private.move_booking(p_booking uuid, p_starts_at timestamptz, p_actor uuid) returns boolean
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
  values (p_booking, booking.account_id, 'rescheduled', p_actor, jsonb_build_object('from', booking.starts_at, 'to', p_starts_at));
  perform private.send_booking_mails(p_booking, 'rescheduled', booking.starts_at);
  return true;
end
$$;

comment on function private.move_booking(uuid, timestamptz, uuid) is
'Moves a call for its visitor (no actor: to free times of its hosts) or for a person of the account (to any time in the future at which its hosts have no other call). False: it was there already. PT404, PT409: slot_taken, slot_not_free, slot_passed, booking_cancelled, booking_over.';

create function private.cancel_booking(p_booking uuid, p_actor uuid) returns boolean
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
  values (p_booking, booking.account_id, 'cancelled', p_actor, jsonb_build_object('from', booking.starts_at));
  perform private.send_booking_mails(p_booking, 'cancelled');
  return true;
end
$$;

comment on function private.cancel_booking(uuid, uuid) is
'Cancels a call for its visitor (no actor) or for a person of the account, and frees its time. False: it was cancelled already. PT404, PT409: booking_over.';

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
  free uuid[];
  chosen uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('booking ' || submission, 0));
  if exists (select from public.bookings as known where known.submission_id = submission) then
    return (select known.id from public.bookings as known where known.submission_id = submission and known.account_id = p_type.account_id);
  end if;
  if name = '' then perform private.refuse('required', '22023', 'Enter your name', 'name'); end if;
  if email !~ '^[^@\s]+@[^@\s]+$' or char_length(email) > 255 then perform private.refuse('email_invalid', '22023', 'Enter your email address', 'email'); end if;
  if p_type.location = 'phone' and phone is null then perform private.refuse('required', '22023', 'Enter your phone number', 'phone'); end if;
  -- Most who are too late find out here, without a lead and without a lock.
  perform private.require_slot(p_type.id, wanted);
  lead := private.upsert_lead(
    p_type.account_id,
    jsonb_build_object('email', email, 'first_name', left(split_part(name, ' ', 1), 100), 'last_name', nullif(left(substr(name, strpos(name || ' ', ' ') + 1), 100), ''), 'phone', phone),
    private.parse_touch('booking', coalesce(p_sent -> 'touch', '{}')), 'Agreed to a call by booking it', false,
    jsonb_strip_nulls(jsonb_build_object('form', 'booking', 'submission_id', booking, 'booking_id', booking, 'meeting_type', p_type.name, 'starts_at', wanted, 'landing_page_id', page)),
    case when page is null then 'website_form' else 'landing_page' end::public.lead_source
  );
  perform private.lock_hosts(private.hosts_of(p_type));
  free := private.require_slot(p_type.id, wanted);
  chosen := private.chosen_hosts(p_type, lead, free, wanted);
  insert into public.bookings (
    id, account_id, meeting_type_id, lead_id, starts_at, ends_at, name, email, phone, time_zone, answers, title, location, location_details,
    page_id, submission_id
  ) values (
    booking, p_type.account_id, p_type.id, lead, wanted, wanted + make_interval(mins => p_type.minutes), name, email, phone,
    private.zone_or(p_sent ->> 'time_zone', p_type.account_id), answers, p_type.name, p_type.location, p_type.location_details, page, submission
  );
  begin
    insert into public.booking_hosts (booking_id, user_id, account_id, during)
    select booking, host.id, p_type.account_id, private.taken_range(p_type, wanted) from unnest(chosen) as host (id) order by host.id;
  exception when exclusion_violation then
    perform private.refuse('slot_taken', 'PT409', 'Somebody else has just booked this time', 'starts_at');
  end;
  insert into public.booking_events (booking_id, account_id, event, payload)
  values (booking, p_type.account_id, 'booked', jsonb_build_object('to', wanted, 'hosts', to_jsonb(chosen)));
  perform private.send_booking_mails(booking, 'booked');
  return booking;
end
$$;

comment on function private.book(public.meeting_types, jsonb) is
'Books a call: {starts_at, submission_id, name, email, phone, time_zone, answers by question id, page_id, touch}. A known submission_id changes nothing. 22023: a field is missing or wrong. PT409: slot_taken, slot_not_free, slot_passed.';

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

-- Emails about booked calls: to the visitor in their own time zone, and to each host in theirs. The functions that send them make
-- the calendar file from the same data.

create function private.host_names(p_booking uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  -- Visitors see no email addresses, so a host without a name has none here.
  select string_agg(named.name, ' and ' order by named.name) from (
    select nullif(btrim(concat_ws(' ', profile.first_name, profile.last_name)), '') as name
    from public.booking_hosts as host join public.profiles as profile on profile.user_id = host.user_id where host.booking_id = p_booking
  ) as named
$$;

comment on function private.host_names(uuid) is 'The names of a call''s hosts, as far as they have any.';

create function private.booking_mail_data(p_booking public.bookings) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select private.mail_account_data(p_booking.account_id) || jsonb_strip_nulls(jsonb_build_object(
    'bookingId', p_booking.id, 'sequence', p_booking.sequence::text, 'title', p_booking.title,
    'startsAt', to_char(p_booking.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'endsAt', to_char(p_booking.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'location', p_booking.location::text, 'place', nullif(p_booking.location_details, ''), 'phone', p_booking.phone,
    'name', p_booking.name, 'email', p_booking.email,
    'organizer', (private.account_addresses(p_booking.account_id))[1],
    'hosts', private.host_names(p_booking.id),
    'accountSlug', (select account.slug from public.accounts as account where account.id = p_booking.account_id)
  ))
$$;

comment on function private.booking_mail_data(public.bookings) is 'A booked call as its emails and its calendar file show it.';

create function private.send_booking_mails(p_booking uuid, p_event text, p_from timestamptz default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking constant public.bookings := (select held from public.bookings as held where held.id = p_booking);
  data constant jsonb := private.booking_mail_data(booking) || jsonb_strip_nulls(jsonb_build_object(
    'from', to_char(p_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
  ));
  sent bigint;
begin
  -- An erased person has no address.
  if booking.email = '' then return; end if;
  -- Nobody can fill a stranger's mailbox by booking for them.
  select count(*) into sent from private.outbox as mail
  where mail.kind = 'mail' and lower(mail.payload ->> 'to') = lower(booking.email) and mail.created_at > now() - interval '1 day'
    and mail.payload ->> 'template' like 'booking-%';
  if sent < 20 then
    perform public.enqueue_outbox('mail', format('booking:%s:%s:visitor', p_booking, booking.sequence), jsonb_build_object(
      'to', booking.email, 'template', 'booking-' || p_event, 'data', data || jsonb_build_object('timeZone', booking.time_zone, 'manageKey', booking.manage_key)
    ));
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || p_event, 'data', data || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', coalesce(rota.time_zone, private.account_zone(booking.account_id)), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ))
  from (select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;

comment on function private.send_booking_mails(uuid, text, timestamptz) is
'Queues the emails about a booked, rescheduled or cancelled call to its visitor and its hosts, once for each change. p_from is the earlier time.';

-- What the booking pages read and write. The host and the remote functions call them for visitors, who have no session. Whoever
-- knows a booking's key acts for its visitor.

create function private.bookable_type(p_account text, p_type text) returns public.meeting_types
language sql stable security definer
set search_path = ''
as $$
  select type from public.meeting_types as type join public.accounts as account on account.id = type.account_id
  where account.slug = p_account and account.archived_at is null and type.slug = p_type and type.is_active
$$;

comment on function private.bookable_type(text, text) is 'The active meeting type at /book/{account}/{type}; null if there is none.';

create function private.booking_account_json(p_account uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'slug', account.slug, 'name', account.name, 'time_zone', account.time_zone, 'is_agency', account.kind = 'agency', 'accent', account.accent,
    'logo', case when account.kind = 'agency' then (
      select jsonb_build_object('name', own.logo, 'width', own.logo_width, 'height', own.logo_height, 'plate', own.logo_plate)
      from public.agency_settings as own where own.logo is not null
    ) else private.logo_json(account) end
  )
  from public.accounts as account where account.id = p_account
$$;

comment on function private.booking_account_json(uuid) is 'An account as its booking pages show it.';

create function private.booking_type_json(p_type public.meeting_types) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'slug', p_type.slug, 'name', p_type.name, 'description', p_type.description, 'minutes', p_type.minutes, 'location', p_type.location,
    'questions', p_type.questions, 'horizon_days', p_type.horizon_days
  )
$$;

comment on function private.booking_type_json(public.meeting_types) is
'A meeting type as visitors see it. Its link or address is only in what they get after booking.';

create function private.times_json(p_type uuid, p_from timestamptz, p_to timestamptz, p_moved uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- A page shows a month. Nobody makes the database work out years.
  until constant timestamptz := least(p_to, p_from + interval '1200 hours');
  times jsonb;
begin
  select coalesce(jsonb_agg(extract(epoch from slot.starts_at)::bigint order by slot.starts_at), '[]') into times
  from private.free_times(p_type, p_from, until, clock_timestamp(), p_moved) as slot;
  return jsonb_build_object('times', times, 'next', case when times = '[]' then (
    select extract(epoch from slot.starts_at)::bigint
    from private.free_times(p_type, greatest(until, clock_timestamp()), clock_timestamp() + interval '8760 hours', clock_timestamp(), p_moved) as slot
    order by slot.starts_at limit 1
  ) end);
end
$$;

comment on function private.times_json(uuid, timestamptz, timestamptz, uuid) is
'Free times as seconds since 1970: {times, next}. next is the first one after the period when it has none.';

create function public.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(type.account_id), 'type', private.booking_type_json(type))
    || private.times_json(type.id, p_from, p_to)
  from private.bookable_type(p_account, p_type) as type where type.id is not null
$$;

comment on function public.booking_page(text, text, timestamptz, timestamptz) is
'What /book/{account}/{type} shows: {account, type, times, next}. Null: there is no such type, or it is not active.';

create function public.booking_types(p_account text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(account.id), 'types', coalesce((
    select jsonb_agg(private.booking_type_json(type) order by type.created_at, type.id)
    from public.meeting_types as type where type.account_id = account.id and type.is_active
      and exists (select from public.meeting_hosts as host where host.meeting_type_id = type.id)
  ), '[]'))
  from public.accounts as account where account.slug = p_account and account.archived_at is null
$$;

comment on function public.booking_types(text) is 'What /book/{account} shows: {account, types}, the oldest type first. Null: there is no such account.';

create function public.booking_account_of_domain(p_domain text) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_pages as page join public.accounts as account on account.id = page.account_id
  where page.custom_domain = lower(p_domain) and page.status = 'published' and account.archived_at is null
$$;

comment on function public.booking_account_of_domain(text) is 'The account whose page is on this domain, which also has its booking pages; null for every other name.';

create function public.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  -- Only what this visitor has just typed, never what the account knows about the person with this address.
  select found.visitor from public.accounts as account cross join lateral (
    select jsonb_build_object('name', sent.first_name || ' ' || sent.last_name, 'email', sent.email) as visitor
    from public.contacts as sent
    where sent.submission_id = p_submission_id and account.kind = 'agency' and not sent.is_spam and sent.created_at > now() - interval '2 hours'
    union all
    select jsonb_strip_nulls(jsonb_build_object('name', sent.full_name, 'email', sent.email, 'phone', sent.phone))
    from public.applications as sent
    where sent.submission_id = p_submission_id and account.kind = 'agency' and not sent.is_spam and sent.created_at > now() - interval '2 hours'
    union all
    select jsonb_build_object('answers', sent.answers, 'page_id', sent.page_id)
    from public.landing_submissions as sent
    where sent.submission_id = p_submission_id and sent.account_id = account.id and not sent.is_spam and sent.created_at > now() - interval '2 hours'
  ) as found
  where account.slug = p_account limit 1
$$;

comment on function public.booking_visitor(text, uuid) is
'Who sent this form in the last two hours: {name, email, phone}, or {answers, page_id} for a landing page''s form. The form''s id is the secret. Null for every other one.';

create function public.booking_offer(p_submission_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_submissions as sent join public.accounts as account on account.id = sent.account_id
  where sent.submission_id = p_submission_id and not sent.is_spam and account.archived_at is null and exists (
    select from public.meeting_types as type join public.meeting_hosts as host on host.meeting_type_id = type.id
    where type.account_id = account.id and type.is_active
  )
$$;

comment on function public.booking_offer(uuid) is
'The slug of the account that got this landing page''s form, if it has calls to book; null if not.';

create function public.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type constant public.meeting_types := private.bookable_type(p_account, p_type);
  booking uuid;
begin
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  booking := private.book(type, p_sent);
  return (select held.manage_key from public.bookings as held where held.id = booking);
end
$$;

comment on function public.book_meeting(text, text, jsonb) is
'Books a call for a visitor and returns the key of their link. A known submission_id returns its key. PT404: no such type. Otherwise as private.book.';

create function private.require_booking(p_key uuid) returns public.bookings
language plpgsql stable security definer
set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select held.* into booking from public.bookings as held where held.manage_key = p_key and held.email <> '';
  if not found then perform private.refuse('booking_not_found', 'PT404', 'There is no such booking'); end if;
  return booking;
end
$$;

comment on function private.require_booking(uuid) is 'The booking with this key. PT404: there is none, or its visitor was erased.';

create function public.managed_booking(p_key uuid, p_from timestamptz default null, p_to timestamptz default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
  type constant public.meeting_types := (select held from public.meeting_types as held where held.id = booking.meeting_type_id);
begin
  return jsonb_build_object(
    'account', private.booking_account_json(booking.account_id),
    'type', case when type.id is not null then private.booking_type_json(type) end,
    'can_rebook', coalesce(type.is_active, false),
    'booking', private.booking_mail_data(booking) || jsonb_build_object(
      'state', booking.state, 'timeZone', booking.time_zone, 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;

comment on function public.managed_booking(uuid, timestamptz, timestamptz) is
'The booking with this key, as its visitor sees it, with the times that it can be moved to. PT404: there is none.';

create function public.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.move_booking(booking.id, p_starts_at, null);
end
$$;

comment on function public.move_own_booking(uuid, timestamptz) is 'Moves the booking with this key, as private.move_booking does for its visitor.';

create function public.cancel_own_booking(p_key uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.cancel_booking(booking.id, null);
end
$$;

comment on function public.cancel_own_booking(uuid) is 'Cancels the booking with this key, as private.cancel_booking does for its visitor.';

grant execute on function public.booking_page(text, text, timestamptz, timestamptz) to service_role;
grant execute on function public.booking_types(text) to service_role;
grant execute on function public.booking_account_of_domain(text) to service_role;
grant execute on function public.booking_visitor(text, uuid) to service_role;
grant execute on function public.booking_offer(uuid) to service_role;
grant execute on function public.book_meeting(text, text, jsonb) to service_role;
grant execute on function public.managed_booking(uuid, timestamptz, timestamptz) to service_role;
grant execute on function public.move_own_booking(uuid, timestamptz) to service_role;
grant execute on function public.cancel_own_booking(uuid) to service_role;

