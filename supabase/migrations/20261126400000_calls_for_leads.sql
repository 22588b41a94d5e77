-- The team books calls in a lead's name, calls move with a merged lead, a clock that resumes keeps its offer to the next
-- person, and the site's forms tell the visitor's language.

drop function private.require_slot(uuid, timestamptz, uuid);
drop function private.times_json(uuid, timestamptz, timestamptz, uuid);
drop function private.cancel_booking(uuid, uuid);
drop function private.upsert_lead_from_contact(public.contacts);

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

create or replace function private.lock_booking(p_booking uuid) returns public.bookings
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
    'from', booking.starts_at, 'undone', case when p_is_undo then true end
  )));
  perform private.send_booking_mails(p_booking, 'cancelled');
  return true;
end
$$;

comment on function private.cancel_booking(uuid, uuid, boolean) is
'Cancels a call for its visitor (no actor) or for a person of the account, and frees its time. p_is_undo: they take back their own booking. False: it was cancelled already. PT404, PT409: booking_over.';

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
  perform private.send_booking_mails(booking.id, 'booked');
end
$$;

comment on function private.take_slot(public.meeting_types, uuid, jsonb, uuid, uuid, jsonb) is
'Stores a booking of a locked lead ({id, submission_id, starts_at, name, email, phone, time_zone, answers, page_id}) and tells everybody; with p_host for this host only, with p_actor in the name of a person of the account. PT409: slot_taken, slot_not_free, slot_passed.';

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
  perform private.take_slot(p_type, lead, jsonb_build_object(
    'id', booking, 'submission_id', submission, 'starts_at', wanted, 'name', name, 'email', email, 'phone', phone,
    'time_zone', private.zone_or(p_sent ->> 'time_zone', p_type.account_id), 'answers', answers, 'page_id', page
  ));
  return booking;
end
$$;

comment on function private.book(public.meeting_types, jsonb) is
'Books a call: {starts_at, submission_id, name, email, phone, time_zone, answers by question id, page_id, touch}. A known submission_id changes nothing. 22023: a field is missing or wrong. PT409: slot_taken, slot_not_free, slot_passed.';

create function private.times_json(
  p_type uuid, p_from timestamptz, p_to timestamptz, p_moved uuid default null, p_host uuid default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  -- A page shows a month. Nobody makes the database work out years.
  until constant timestamptz := least(p_to, p_from + interval '1200 hours');
  times jsonb;
begin
  select coalesce(jsonb_agg(extract(epoch from slot.starts_at)::bigint order by slot.starts_at), '[]') into times
  from private.free_times(p_type, p_from, until, clock_timestamp(), p_moved) as slot where p_host is null or p_host = any (slot.hosts);
  return jsonb_build_object('times', times, 'next', case when times = '[]' then (
    select extract(epoch from slot.starts_at)::bigint
    from private.free_times(p_type, greatest(until, clock_timestamp()), clock_timestamp() + interval '8760 hours', clock_timestamp(), p_moved) as slot
    where p_host is null or p_host = any (slot.hosts) order by slot.starts_at limit 1
  ) end);
end
$$;

comment on function private.times_json(uuid, timestamptz, timestamptz, uuid, uuid) is
'Free times as seconds since 1970, with p_host only those of this host: {times, next}. next is the first one after the period when it has none.';

create or replace function private.advance_for_booking(p_lead public.leads, p_host uuid) returns void
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
        -- A visitor who was invited to choose a new time gets a day for it.
        perform private.plan_booking_task(
          booking, 'call', 'Offer a new time', case when new.payload ? 'invited' then now() + interval '1 day' else now() end
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

comment on function private.apply_booking_event() is
'Trigger: what a booking does to its lead. It stands on the ledger, so that visitors, staff and the product itself have the same effects.';

create or replace function private.require_call(p_booking_id uuid) returns public.bookings
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings;
begin
  perform private.require_premium();
  if exists (select from public.bookings as known where known.id = p_booking_id and known.account_id = private.workspace()) then
    perform private.lock_lead_of_booking(p_booking_id);
  end if;
  select held.* into booking from public.bookings as held
  where held.id = p_booking_id and held.account_id = private.workspace() for update;
  if booking.id is null or not coalesce(private.may_see_booking(booking), false) then
    perform private.refuse('booking_not_found', 'PT404', 'Call not found');
  end if;
  return booking;
end
$$;

comment on function private.require_call(uuid) is
'Returns a call that the caller may work with, locked with its lead. 42501: not on the team, or a free plan. PT404: no such call, or not the caller''s.';

create function private.call_times(p_lead_id uuid, p_type_id uuid, p_mine boolean, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  lead constant public.leads := private.require_lead(p_lead_id);
  type public.meeting_types;
  types jsonb;
begin
  select jsonb_agg(private.booking_type_json(offered::public.meeting_types) || jsonb_build_object(
    'id', offered.id, 'assignment', offered.assignment, 'mine', caller = any (private.hosts_of(offered::public.meeting_types)),
    'hosts', coalesce((
      select jsonb_agg(private.owner_name(host.id::text) order by private.owner_name(host.id::text))
      from unnest(private.hosts_of(offered::public.meeting_types)) as host (id)
    ), '[]')
  ) order by offered.created_at, offered.id) into types
  from public.meeting_types as offered
  where offered.account_id = lead.account_id and offered.is_active and private.hosts_of(offered::public.meeting_types) <> '{}';
  -- Without a choice, the type that the lead last booked, else the first one of the caller, else the first one.
  select offered.* into type from public.meeting_types as offered
  join jsonb_array_elements(types) with ordinality as listed (facts, place) on offered.id::text = listed.facts ->> 'id'
  order by offered.id is distinct from p_type_id, offered.id is distinct from private.call_type_of_lead(lead.id),
    not (listed.facts ->> 'mine')::boolean, listed.place limit 1;
  return jsonb_build_object(
    'types', coalesce(types, '[]'), 'type_id', type.id, 'may_manage', private.manages_workspace(), 'zone', private.account_zone(lead.account_id),
    'lead_zone', (
      select (array_agg(booking.time_zone order by booking.created_at desc, booking.id))[1]
      from public.bookings as booking where booking.lead_id in (select private.leads_within(lead.id))
    ),
    -- The latest answer to each question.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by booking.created_at), '{}') from public.bookings as booking
      cross join lateral jsonb_each_text(booking.answers) as said where booking.lead_id in (select private.leads_within(lead.id))
    )
  ) || case when type.id is null then '{"times": [], "next": null}' else private.times_json(type.id, p_from, p_to, null, case
    when p_mine and type.assignment = 'pool' and caller = any (private.hosts_of(type)) then caller
  end) end;
end
$$;

create function public.call_times(
  p_lead_id uuid, p_type_id uuid default null, p_mine boolean default false, p_from timestamptz default now(), p_to timestamptz default now() + interval '7 days'
) returns jsonb
language sql stable
set search_path = ''
return private.call_times(p_lead_id, p_type_id, p_mine, p_from, p_to);

comment on function public.call_times(uuid, uuid, boolean, timestamptz, timestamptz) is
'What a person of the team needs to book a call for a lead: { types, type_id, may_manage, zone, lead_zone, answers, times, next }. Times are those of type_id (p_type_id, else the likeliest one), with p_mine only the caller''s own in a pool. PT404: no such lead, or not the caller''s. 42501: not on the team, or a free plan.';

create function private.book_call(p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_mine boolean, p_sent jsonb) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_premium();
  known public.bookings;
  lead public.leads;
  type public.meeting_types;
  address text;
  number text;
begin
  if p_id is null then perform private.refuse('required', '22023', 'The booking needs an id', 'id'); end if;
  perform pg_advisory_xact_lock(hashtextextended('booking ' || p_id, 0));
  select booking.* into known from public.bookings as booking where booking.submission_id = p_id;
  if known.id is not null then
    if known.lead_id is distinct from p_lead_id or not coalesce(private.may_see_booking(known), false) then
      perform private.refuse('id_taken', '42501', 'This belongs to someone else');
    end if;
    return private.call_json(known);
  end if;
  perform from public.leads as held where held.id = p_lead_id and held.account_id = private.workspace() for no key update;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if lead.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'This lead is archived. Restore it first.'); end if;
  select held.* into type from public.meeting_types as held
  where held.id = p_type_id and held.account_id = lead.account_id and held.is_active;
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  -- What the lead's page knows is not asked again. What it lacks and the person enters stays there.
  address := coalesce(nullif(btrim(lead.email), ''), btrim(coalesce(p_sent ->> 'email', '')));
  if address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 255 then
    perform private.refuse('email_invalid', '22023', 'Enter their email address', 'email');
  end if;
  number := coalesce(nullif(btrim(lead.phone), ''), nullif(left(btrim(coalesce(p_sent ->> 'phone', '')), 50), ''));
  if type.location = 'phone' and number is null then perform private.refuse('required', '22023', 'Enter their phone number', 'phone'); end if;
  if nullif(btrim(lead.phone), '') is null and not private.is_phone_number(number) then
    perform private.refuse('phone_invalid', '22023', 'Enter a phone number such as (503) 555-0148.', 'phone');
  end if;
  perform private.take_slot(type, lead.id, jsonb_build_object(
    'id', p_id, 'submission_id', p_id, 'starts_at', p_starts_at, 'name', private.lead_title(lead), 'email', address, 'phone', number,
    'time_zone', private.zone_or(p_sent ->> 'time_zone', lead.account_id),
    'answers', private.visitor_answers(type.questions, coalesce(p_sent -> 'answers', '{}'))
  ), case when p_mine and type.assignment = 'pool' then caller end, caller,
    -- What the booking changes at the lead, for the undo.
    jsonb_strip_nulls(jsonb_build_object('stage_from', lead.stage, 'owner_from', lead.user_id)));
  update public.leads as filled set email = coalesce(nullif(btrim(filled.email), ''), address), phone = coalesce(nullif(btrim(filled.phone), ''), number)
  where filled.id = lead.id and (nullif(btrim(filled.email), '') is null or nullif(btrim(filled.phone), '') is null and number is not null);
  return (select private.call_json(booking) from public.bookings as booking where booking.id = p_id);
end
$$;

create function public.book_call(
  p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_mine boolean default false, p_sent jsonb default '{}'
) returns jsonb
language sql volatile
set search_path = ''
return private.book_call(p_id, p_lead_id, p_type_id, p_starts_at, p_mine, p_sent);

comment on function public.book_call(uuid, uuid, uuid, timestamptz, boolean, jsonb) is
'Books a call in a lead''s name, with p_mine for the caller as host of a pool, and returns it. p_sent: {email, phone} as far as the lead has none, time_zone, answers by question id. A known id changes nothing. The lead and the hosts get their emails. 22023: a field is missing or wrong. PT404: no such lead or type. PT409: slot_taken, slot_not_free, slot_passed, or the lead is merged, archived or erased. 42501: not on the team, or a free plan.';

create function private.undo_book_call(p_booking_id uuid) returns jsonb
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
    perform private.refuse('outdated', 'PT409', 'This call changed since');
  end if;
  perform private.cancel_booking(booking.id, caller, true);
  -- The stage and the owner go back as far as nobody changed them or worked with the lead since.
  update public.leads as back
  set stage = case when back.stage = 'call_booked' and exists (
      select from public.pipeline_stages as earlier join public.pipeline_stages as booked on booked.key = 'call_booked'
      where earlier.key = made.payload ->> 'stage_from' and earlier.position < booked.position
    ) then made.payload ->> 'stage_from' else back.stage end,
    user_id = case when back.user_id = caller and not made.payload ? 'owner_from' and not exists (
      select from public.lead_activities as later
      where later.lead_id = back.id and later.created_at > booking.created_at and private.is_human_activity(later.kind) and not private.is_retracted(later.id)
    ) then null else back.user_id end
  where back.id = private.kept_lead(booking.lead_id) and back.erased_at is null;
  return jsonb_build_object('restored', 1, 'kept', 0);
end
$$;

create function public.undo_book_call(p_booking_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_book_call(p_booking_id);

comment on function public.undo_book_call(uuid) is
'Cancels a call that the caller booked in a lead''s name, tells the lead and the hosts, and takes back its effects on the lead as far as nobody changed them since: { restored, kept }. PT404: no such call of the caller, or a visitor or a colleague booked it. PT409: it was moved or has begun.';

grant execute on function public.call_times(uuid, uuid, boolean, timestamptz, timestamptz) to authenticated;
grant execute on function private.call_times(uuid, uuid, boolean, timestamptz, timestamptz) to authenticated;
grant execute on function public.book_call(uuid, uuid, uuid, timestamptz, boolean, jsonb) to authenticated;
grant execute on function private.book_call(uuid, uuid, uuid, timestamptz, boolean, jsonb) to authenticated;
grant execute on function public.undo_book_call(uuid) to authenticated;
grant execute on function private.undo_book_call(uuid) to authenticated;

create function private.upsert_lead_from_contact(p_contact public.contacts, p_language text default null) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update public.contacts as sent
  set lead_id = private.upsert_lead(
    private.agency_account(), jsonb_build_object('email', p_contact.email, 'first_name', p_contact.first_name, 'last_name', p_contact.last_name,
      'company', p_contact.company, 'ad_spend', p_contact.ad_spend, 'goals', p_contact.goals, 'tier_interest', p_contact.interests),
    private.parse_touch('contact', to_jsonb(p_contact) || jsonb_build_object('language', p_language)), 'Agreed to a reply to their contact form message', p_contact.is_spam,
    jsonb_build_object('form', 'contact', 'contact_id', p_contact.id))
  where sent.id = p_contact.id;
  if not p_contact.is_spam then
    perform private.enqueue_form_mails('contact', p_contact.id, p_contact.email, p_contact.first_name, jsonb_build_object(
      'name', p_contact.first_name || ' ' || p_contact.last_name, 'email', p_contact.email, 'company', p_contact.company,
      'adSpend', p_contact.ad_spend, 'interests', array_to_string(p_contact.interests, ', '), 'goals', p_contact.goals,
      'traffic', p_contact.traffic_type, 'campaign', p_contact.utm_campaign, 'utmSource', p_contact.utm_source,
      'landingPage', p_contact.landing_page));
  end if;
end
$$;

comment on function private.upsert_lead_from_contact(public.contacts, text) is
'Creates or updates the lead of a contact message and queues its emails.';

create or replace function private.submit_contact(p_contact jsonb, p_address text, p_is_spam boolean) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  stored public.contacts;
begin
  insert into public.contacts (
    submission_id, first_name, last_name, email, company, ad_spend, goals, interests, utm_source, utm_medium, utm_campaign,
    utm_term, utm_content, referrer_url, landing_page, traffic_type, session_id, ip_hash, is_spam
  )
  select
    sent.submission_id, sent.first_name, sent.last_name, sent.email, sent.company, sent.ad_spend, sent.goals, sent.interests,
    sent.utm_source, sent.utm_medium, sent.utm_campaign, sent.utm_term, sent.utm_content, sent.referrer_url, sent.landing_page,
    sent.traffic_type, sent.session_id, private.hash_ip(p_address), p_is_spam
  from jsonb_populate_record(null::public.contacts, p_contact) as sent
  on conflict (submission_id) do nothing
  returning * into stored;
  if stored.id is null then
    return (select known.id from public.contacts as known where known.submission_id = (p_contact ->> 'submission_id')::uuid);
  end if;
  perform private.upsert_lead_from_contact(stored, p_contact ->> 'language');
  return stored.id;
end
$$;

create or replace function private.booking_mail_data(p_booking public.bookings) returns jsonb
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
    'accountSlug', (select account.slug from public.accounts as account where account.id = p_booking.account_id),
    -- Visitors of a client with a domain of its own stay there.
    'domain', (
      select page.custom_domain from public.landing_pages as page join public.landing_domains as own on own.domain = page.custom_domain
      where page.account_id = p_booking.account_id and page.status = 'published' and own.state = 'live' order by own.created_at, own.id limit 1
    )
  ))
$$;

comment on function private.booking_mail_data(public.bookings) is 'A booked call as its emails and its calendar file show it.';

create or replace function private.send_booking_mails(p_booking uuid, p_event text, p_from timestamptz default null) returns void
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
      -- A colleague may have booked it in the lead's name.
      'bookedBy', case when p_event = 'booked' then (
        select private.person_name(noted.actor_id) from public.booking_events as noted
        where noted.booking_id = p_booking and noted.event = 'booked' and noted.actor_id <> host.id limit 1
      ) end,
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
  from public.leads as lead where lead.id = p_lead_id and lead.archived_at is null and not lead.is_spam
  on conflict (lead_id) where state not in ('answered', 'dropped') do nothing
  returning * into clock;
  if clock.id is null then return; end if;
  perform private.record_clock_event(clock, 'started', dropped.arrived_at, null,
    jsonb_build_object('started_at', clock.started_at, 'due_at', clock.due_at, 'target_seconds', clock.target_seconds, 'resumes', dropped.id));
  perform private.sync_lead_clock(p_lead_id);
  perform private.enqueue_clock_jobs(clock);
  perform private.answer_clock(clock.id);
end
$$;

comment on function private.resume_clock(uuid, uuid) is
'Continues a dropped clock as it stood, on this lead, unless a clock is open there.';

create or replace function private.offer_clock(p_clock public.lead_clocks, p_lead public.leads) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  routed jsonb;
  pool jsonb;
  picked jsonb;
  facts jsonb;
begin
  select noted.payload into routed from public.lead_clock_events as noted
  where noted.clock_id in (select private.clocks_before(p_clock.id)) and noted.event = 'routed' order by noted.id desc limit 1;
  -- A lead that someone took or was given since is theirs.
  if routed ->> 'person' is distinct from p_lead.user_id::text or private.is_call_in_progress(p_lead.id, p_lead.user_id) then return false; end if;
  select private.pool_of(held.pools, routed ->> 'pool_id') into pool from public.lead_routing as held
  where held.account_id = p_clock.account_id and held.offer_percent is not null;
  if pool is null then return false; end if;
  picked := private.next_of_pool(p_clock.account_id, pool, p_lead.user_id);
  if picked is null then return false; end if;
  facts := private.lead_mail_data(p_lead.id) || jsonb_build_object('clockId', p_clock.id, 'target', p_clock.target_seconds::text,
    'waited', greatest(0, floor(private.working_seconds_between(p_clock.arrived_at, now(), private.calendar_of(p_clock.account_id))))::text,
    'rep', private.owner_name(picked ->> 'person'), 'handedOver', 'true');
  perform private.record_clock_event(p_clock, 'offered', p_clock.offer_at, null, picked || jsonb_build_object('owner', p_lead.user_id));
  update public.leads as lead set user_id = (picked ->> 'person')::uuid where lead.id = p_lead.id;
  perform private.notify_users(array[(picked ->> 'person')::uuid], 'lead-clock-escalated', 'offered-' || p_clock.id, facts || '{"part": "rep"}');
  if private.is_on_team(p_lead.user_id, p_lead.account_id) then
    perform private.notify_users(array[p_lead.user_id], 'lead-clock-escalated', 'offered-' || p_clock.id, facts || '{"part": "owner"}');
  end if;
  return true;
end
$$;

comment on function private.offer_clock(public.lead_clocks, public.leads) is
'Gives a routed lead that its owner let wait to the next free person of the pool, and emails both. Nothing happens when nobody is free.';

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
    'clock', private.merge_open_clocks(p_keep_id, p_other_id, caller),
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

create or replace function private.undo_lead_merge(p_batch_id uuid) returns jsonb
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  caller uuid := private.require_premium();
  batch public.lead_batches;
  obstacle text;
  quiet constant text[] := array[
    'reached', 'last_activity_at', 'first_touch', 'last_touch', 'stage_entered_at', 'closed_at', 'consent_text'
  ];
  keep_id uuid;
  other_id uuid;
  noted private.lead_batch_rows;
  back jsonb;
  changed_since integer;
begin
  select found.* into batch from public.lead_batches as found
  where found.id = p_batch_id and found.account_id = private.workspace() and found.kind = 'merge'
    and (found.actor_id = caller or private.manages_workspace());
  -- Only people who may undo a merge learn that it exists.
  if batch.id is null then perform private.refuse('change_not_found', 'PT404', private.merge_obstacle(null)); end if;
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  keep_id := (batch.changes ->> 'keep')::uuid;
  other_id := (batch.changes ->> 'other')::uuid;
  perform private.lock_lead_pair(keep_id, other_id);
  select found.* into batch from public.lead_batches as found where found.id = p_batch_id for update;
  -- Checked again behind the lock.
  obstacle := private.merge_obstacle(batch);
  if obstacle is not null then perform private.refuse('merge_not_undoable', 'PT409', obstacle); end if;
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = keep_id;
  -- Field by field: fields that somebody changed since stay.
  select coalesce(jsonb_object_agg(field.key, field.value) filter (where current_row.lead -> field.key is not distinct from noted.after -> field.key), '{}'),
    count(*) filter (where current_row.lead -> field.key is distinct from noted.after -> field.key and field.key <> all (quiet))
  into back, changed_since
  from jsonb_each(noted.before) as field, (select to_jsonb(lead) as lead from public.leads as lead where lead.id = keep_id) as current_row;
  back := private.restored_stage(keep_id, noted.before, back, batch.created_at);
  if back ->> 'user_id' is not null and not private.is_on_team((back ->> 'user_id')::uuid, batch.account_id) then
    back := back - 'user_id';
    changed_since := changed_since + 1;
  end if;
  perform private.write_leads(array(
    select jsonb_populate_record(lead, back) from public.leads as lead where lead.id = keep_id
  ));
  select row.* into noted from private.lead_batch_rows as row where row.batch_id = p_batch_id and row.lead_id = other_id;
  update public.leads as lead set merged_into = null, archived_at = (noted.before ->> 'archived_at')::timestamptz where lead.id = other_id;
  update public.leads as lead set merged_into = other_id
  where lead.merged_into = keep_id and lead.id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'merged_before') as each (id));
  update public.bookings as booking set lead_id = other_id
  where booking.lead_id = keep_id and booking.id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'bookings') as each (id));
  update public.lead_tasks as task set lead_id = other_id
  where task.lead_id = keep_id and (
    task.id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'tasks') as each (id))
    -- A call that was moved since has a new task.
    or task.booking_id in (select each.id::uuid from jsonb_array_elements_text(batch.changes -> 'bookings') as each (id))
  );
  perform private.split_clocks(keep_id, other_id, batch.changes -> 'clock', (batch.changes ->> 'answered')::uuid, caller);
  perform private.sync_lead_clock(lead_id) from unnest(array[keep_id, other_id]) as lead_id;
  insert into public.lead_activities (lead_id, kind, actor_id, payload) values
  (keep_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'kept', 'lead_id', other_id)),
  (other_id, 'merge', caller, jsonb_build_object('batch_id', p_batch_id, 'what', 'undone', 'was', 'merged', 'lead_id', keep_id));
  update public.lead_batches as done set undone_at = now() where done.id = p_batch_id;
  return jsonb_build_object('restored', 2, 'kept', changed_since);
end
$$;
