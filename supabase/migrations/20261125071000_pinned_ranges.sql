-- The functions that PostgreSQL made with a type of ours pin their search_path, too.

alter function private.person_range(uuid, uuid) set search_path = '';
alter function private.person_range(uuid, uuid, text) set search_path = '';
alter function private.person_multirange() set search_path = '';
alter function private.person_multirange(private.person_range) set search_path = '';
alter function private.person_multirange(private.person_range[]) set search_path = '';

create or replace function private.require_slot(p_type uuid, p_starts_at timestamptz, p_moved uuid default null) returns uuid[]
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
      perform private.refuse('slot_taken', 'PT409', 'Someone else just booked this time', 'starts_at');
    end if;
  end if;
  perform private.refuse('slot_not_free', 'PT409', 'This time can''t be booked', 'starts_at');
end
$$;

create or replace function private.require_open_booking(p_booking public.bookings, p_actor uuid) returns void
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

create or replace function private.book(p_type public.meeting_types, p_sent jsonb) returns uuid
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
    case when page is null then 'website_form' else 'landing_page' end::public.lead_source,
    -- The host of the call gets the lead, not the next person of a pool.
    false
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
    perform private.refuse('slot_taken', 'PT409', 'Someone else just booked this time', 'starts_at');
  end;
  insert into public.booking_events (booking_id, account_id, event, payload)
  values (booking, p_type.account_id, 'booked', jsonb_build_object('to', wanted, 'hosts', to_jsonb(chosen)));
  perform private.send_booking_mails(booking, 'booked');
  return booking;
end
$$;

create or replace function private.save_meeting_type(p_id uuid, p_type jsonb, p_hosts uuid[], p_updated_at timestamptz) returns timestamptz
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  type public.meeting_types;
  known public.meeting_types;
  account constant uuid := private.workspace();
  hosts constant uuid[] := array(select distinct host.id from unnest(p_hosts) as host (id) where host.id is not null);
  saved timestamptz;
begin
  perform private.require_premium(), private.require_leader();
  type := private.parse_meeting_type(p_type);
  if cardinality(hosts) = 0 then perform private.refuse('required', '22023', 'Choose who takes the calls', 'hosts'); end if;
  if type.assignment = 'person' and cardinality(hosts) <> 1 then
    perform private.refuse('required', '22023', 'Choose one person', 'hosts');
  end if;
  if cardinality(hosts) > 50 then perform private.refuse('too_long', '22023', 'Choose up to 50 people', 'hosts'); end if;
  -- Another account's row is never locked.
  if exists (select from public.meeting_types as held where held.id = p_id and held.account_id <> account) then
    perform private.refuse('id_taken', '42501', 'This belongs to someone else');
  end if;
  select held.* into known from public.meeting_types as held where held.id = p_id and held.account_id = account for update;
  -- A host who left the team meanwhile stays until a leader removes them: they get no new calls anyway.
  if exists (
    select from unnest(hosts) as host (id) where not private.is_on_team(host.id, account) and not exists (
      select from public.meeting_hosts as kept where kept.meeting_type_id = p_id and kept.user_id = host.id
    )
  ) then
    perform private.refuse('assignee_not_active', '22023', 'Only active team members can take calls', 'hosts');
  end if;
  if known.id is null and p_updated_at is not null then perform private.refuse('meeting_type_not_found', 'PT404', 'Meeting type not found'); end if;
  if known.id is not null and known.updated_at is distinct from p_updated_at then
    perform private.refuse('outdated', 'PT409', 'Someone else just changed this meeting type');
  end if;
  begin
    insert into public.meeting_types (
      id, account_id, slug, name, description, minutes, buffer_before, buffer_after, step_minutes, notice_minutes, horizon_days, daily_limit,
      location, location_details, questions, assignment, reminders, is_active
    ) values (
      p_id, account, type.slug, type.name, type.description, type.minutes, type.buffer_before, type.buffer_after, type.step_minutes,
      type.notice_minutes, type.horizon_days, type.daily_limit, type.location, type.location_details, type.questions, type.assignment,
      type.reminders, type.is_active
    ) on conflict (id) do update set
      slug = excluded.slug, name = excluded.name, description = excluded.description, minutes = excluded.minutes,
      buffer_before = excluded.buffer_before, buffer_after = excluded.buffer_after, step_minutes = excluded.step_minutes,
      notice_minutes = excluded.notice_minutes, horizon_days = excluded.horizon_days, daily_limit = excluded.daily_limit,
      location = excluded.location, location_details = excluded.location_details, questions = excluded.questions,
      assignment = excluded.assignment, reminders = excluded.reminders, is_active = excluded.is_active
    returning updated_at into saved;
  exception when unique_violation then
    perform private.refuse('slug_taken', 'PT409', 'Another meeting type has this address', 'slug');
  end;
  delete from public.meeting_hosts as gone where gone.meeting_type_id = p_id and gone.user_id <> all (hosts);
  insert into public.meeting_hosts (meeting_type_id, user_id, account_id) select p_id, host.id, account from unnest(hosts) as host (id)
  on conflict do nothing;
  return saved;
end
$$;

create or replace function private.delete_meeting_type(p_id uuid) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  ahead integer;
begin
  perform private.require_premium(), private.require_leader();
  perform from public.meeting_types as held where held.id = p_id and held.account_id = private.workspace() for update;
  if not found then perform private.refuse('meeting_type_not_found', 'PT404', 'Meeting type not found'); end if;
  select count(*) into ahead from public.bookings as booking
  where booking.meeting_type_id = p_id and booking.state = 'booked' and booking.starts_at > now();
  delete from public.meeting_types as gone where gone.id = p_id;
  return ahead;
end
$$;

create or replace function private.require_leader() returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_team();
begin
  if not coalesce(private.manages_workspace(), false) then
    perform private.refuse('leaders_only', '42501', 'Only owners and admins can do this');
  end if;
  return caller;
end
$$;

comment on function private.require_leader() is 'Returns the caller''s id. 42501: the caller does not decide for the workspace.';
