-- The team books a call in a lead's name, while they talk to the lead. Times, locks, emails and effects are those of visitors; the ledger
-- names the person who booked.

create function private.call_times(p_lead_id uuid, p_type_id uuid, p_host uuid, p_from timestamptz, p_to timestamptz, p_at timestamptz) returns jsonb
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
    'id', offered.id, 'assignment', offered.assignment,
    'hosts', coalesce((
      select jsonb_agg(jsonb_build_object('id', host.id, 'name', private.owner_name(host.id::text)) order by private.owner_name(host.id::text), host.id)
      from unnest(private.hosts_of(offered::public.meeting_types)) as host (id)
    ), '[]')
  ) order by offered.created_at, offered.id) into types
  from public.meeting_types as offered
  where offered.account_id = lead.account_id and offered.is_active and private.hosts_of(offered::public.meeting_types) <> '{}';
  -- Without a choice, one that can begin at the wished time with the wished host, the type that the lead last booked, else the first
  -- one of that host or the caller, else the first one.
  select offered.* into type from public.meeting_types as offered
  join jsonb_array_elements(types) with ordinality as listed (facts, place) on offered.id::text = listed.facts ->> 'id'
  order by offered.id is distinct from p_type_id,
    p_type_id is null and p_at is not null and not exists (
      select from private.free_times(offered.id, p_at, p_at + interval '1 second') as slot
      where slot.starts_at = p_at and (p_host is null or p_host = any (slot.hosts))
    ), offered.id is distinct from private.call_type_of_lead(lead.id),
    coalesce(p_host, caller) <> all (private.hosts_of(offered::public.meeting_types)), listed.place limit 1;
  return jsonb_build_object(
    'types', coalesce(types, '[]'), 'type_id', type.id, 'may_manage', private.manages_workspace(), 'zone', private.account_zone(lead.account_id),
    'lead_zone', (
      select (array_agg(booking.time_zone order by booking.created_at desc, booking.id))[1]
      from public.bookings as booking
      -- A page of a call in person shows the place's zone, so it doesn't tell the visitor's.
      where booking.lead_id in (select private.leads_within(lead.id)) and booking.location <> 'place'
    ),
    -- The latest answer to each question.
    'answers', (
      select coalesce(jsonb_object_agg(said.key, said.value order by booking.created_at), '{}') from public.bookings as booking
      cross join lateral jsonb_each_text(booking.answers) as said where booking.lead_id in (select private.leads_within(lead.id))
    )
  ) || case when type.id is null then '{"times": [], "next": null}' else private.times_json(type.id, p_from, p_to, null, case
    when type.assignment = 'pool' and p_host = any (private.hosts_of(type)) then p_host
  end) end;
end
$$;

create function public.call_times(
  p_lead_id uuid, p_type_id uuid default null, p_host uuid default null, p_from timestamptz default now(), p_to timestamptz default now() + interval '7 days',
  p_at timestamptz default null
) returns jsonb
language sql stable
set search_path = ''
return private.call_times(p_lead_id, p_type_id, p_host, p_from, p_to, p_at);

comment on function public.call_times(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) is
'What a person of the team needs to book a call for a lead: { types, type_id, may_manage, zone, lead_zone, answers, times, next }. Times are those of type_id (p_type_id, else the likeliest one, of those that can begin at p_at if any can); with p_host only those of this host, if a pool has them. PT404: no such lead, or not the caller''s. 42501: not on the team, or a free plan.';

create function private.finished_by_call(p_booking public.bookings) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(done.title order by done.title), '[]') from (
    select finished.facts ->> 'title' as title
    from public.lead_activities as noted cross join lateral jsonb_array_elements(noted.payload -> 'finished') as finished (facts)
    where noted.lead_id = p_booking.lead_id and noted.kind = 'booking' and noted.payload ->> 'booking_id' = p_booking.id::text
      and noted.payload ? 'finished'
    union all
    select task.title from public.lead_activities as logged
    join public.lead_tasks as task on task.id = private.parse_uuid(logged.payload ->> 'finished')
    where logged.id = p_booking.id
  ) as done
$$;

comment on function private.finished_by_call(public.bookings) is
'The titles of the tasks that a booking finished, and the response that was logged with it.';

create function private.book_call(
  p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_host uuid, p_sent jsonb, p_response text
) returns jsonb
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
  if p_response not in ('call', 'email') then
    perform private.refuse('unknown_activity', '22023', 'You can only log a call or an email with a booking', 'response');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('booking ' || p_id, 0));
  select booking.* into known from public.bookings as booking where booking.submission_id = p_id;
  if known.id is not null then
    if known.lead_id is distinct from p_lead_id or not coalesce(private.may_see_booking(known), false) then
      perform private.refuse('id_taken', '42501', 'This belongs to someone else');
    end if;
    return private.call_json(known) || jsonb_build_object('finished', private.finished_by_call(known));
  end if;
  -- As strong as the lock of the log, because two people who wait to make theirs stronger would deadlock.
  perform from public.leads as held where held.id = p_lead_id and held.account_id = private.workspace() for update;
  lead := private.require_lead(p_lead_id);
  if lead.merged_into is not null then perform private.refuse('lead_merged', 'PT409', 'This lead was merged into another lead'); end if;
  if lead.erased_at is not null then perform private.refuse('person_erased', 'PT409', 'This person was erased'); end if;
  if lead.archived_at is not null then perform private.refuse('lead_archived', 'PT409', 'This lead is archived. Restore it first.'); end if;
  select held.* into type from public.meeting_types as held
  where held.id = p_type_id and held.account_id = lead.account_id and held.is_active;
  if type.id is null then perform private.refuse('meeting_type_not_found', 'PT404', 'This kind of call can''t be booked'); end if;
  -- What the lead's page knows is not asked again. What it lacks and the person enters stays there.
  address := coalesce(nullif(btrim(lead.email), ''), btrim(coalesce(p_sent ->> 'email', '')));
  if nullif(btrim(lead.email), '') is null and not private.is_email(address) or char_length(address) > 255 then
    perform private.refuse('email_invalid', '22023', 'Enter their email address', 'email');
  end if;
  number := coalesce(nullif(btrim(lead.phone), ''), nullif(left(btrim(coalesce(p_sent ->> 'phone', '')), 50), ''));
  if type.location = 'phone' and number is null then perform private.refuse('required', '22023', 'Enter their phone number', 'phone'); end if;
  if nullif(btrim(lead.phone), '') is null and not private.is_phone_number(number) then
    perform private.refuse('phone_invalid', '22023', 'Enter a phone number such as (503) 555-0148.', 'phone');
  end if;
  -- Before the booking plans its own task, because the log finishes the task that is due.
  if p_response is not null then
    perform private.log_activity(
      p_id, lead.id, p_response, null, case p_response when 'call' then 'connected' end, null, true, null, null, null
    );
  end if;
  perform private.take_slot(type, lead.id, jsonb_build_object(
    'id', p_id, 'submission_id', p_id, 'starts_at', p_starts_at, 'name', private.lead_title(lead), 'email', address, 'phone', number,
    'time_zone', private.zone_or(p_sent ->> 'time_zone', lead.account_id),
    'answers', private.visitor_answers(type.questions, coalesce(p_sent -> 'answers', '{}'))
  ), case when type.assignment = 'pool' then p_host end, caller,
    -- What the booking changes at the lead, for the undo.
    private.stage_before(lead) || jsonb_strip_nulls(jsonb_build_object(
      'owner_from', lead.user_id, 'fills_email', case when nullif(btrim(lead.email), '') is null then true end,
      'fills_phone', case when nullif(btrim(lead.phone), '') is null and number is not null then true end
    )));
  update public.leads as filled set email = coalesce(nullif(btrim(filled.email), ''), address), phone = coalesce(nullif(btrim(filled.phone), ''), number)
  where filled.id = lead.id and (nullif(btrim(filled.email), '') is null or nullif(btrim(filled.phone), '') is null and number is not null);
  return (
    select private.call_json(booking) || jsonb_build_object('finished', private.finished_by_call(booking))
    from public.bookings as booking where booking.id = p_id
  );
end
$$;

create function public.book_call(
  p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_host uuid default null, p_sent jsonb default '{}',
  p_response text default null
) returns jsonb
language sql volatile
set search_path = ''
return private.book_call(p_id, p_lead_id, p_type_id, p_starts_at, p_host, p_sent, p_response);

comment on function public.book_call(uuid, uuid, uuid, timestamptz, uuid, jsonb, text) is
'Books a call in a lead''s name, with p_host for this host of a pool instead of whoever is free, and returns it, with the titles of the tasks that this finished. p_sent: {email, phone} as far as the lead has none, time_zone, answers by question id. p_response: the caller reached the lead just now by call (connected) or email; it is logged under the same id, and answers the clock as every log does. A known id changes nothing. The lead and the hosts get their emails. 22023: a field is missing or wrong. PT404: no such lead or type. PT409: slot_taken, slot_not_free, slot_passed, or the lead is merged, archived or erased. 42501: not on the team, or a free plan.';

create function private.forget_booking(p_booking public.bookings) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  keys constant text[] := private.booking_mails(p_booking.id, 0);
begin
  -- Whoever sends one of them right now is waited for.
  perform from public.bookings as held where held.id = p_booking.id for update;
  perform from private.outbox as mail where mail.dedupe_key = any (keys) for update;
  if (
    select count(*) from private.outbox as mail where mail.dedupe_key = any (keys) and mail.status = 'queued' and mail.attempts = 0
  ) < cardinality(keys) then return false; end if;
  delete from private.outbox as mail
  where mail.dedupe_key = any (keys) or mail.kind = 'booking' and mail.payload ->> 'bookingId' = p_booking.id::text;
  perform private.close_booking_tasks(p_booking.id);
  perform private.reopen_tasks_of_call(p_booking);
  delete from public.lead_activities as noted
  where noted.lead_id = p_booking.lead_id and noted.kind = 'booking' and noted.payload ->> 'booking_id' = p_booking.id::text;
  delete from public.bookings as gone where gone.id = p_booking.id;
  perform nextval('private.crm_change');
  return true;
end
$$;

comment on function private.forget_booking(public.bookings) is
'Removes a call that nobody was told of yet, with its emails, its tasks and its entry in the lead''s history. False: somebody got an email about it, so it stays.';

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
  is_forgotten boolean;
begin
  -- An earlier undo may have removed it.
  if made.id is null then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if made.actor_id is distinct from caller then
    perform private.refuse('change_not_found', 'PT404', 'Only the person who booked this call can undo it');
  end if;
  booking := private.lock_booking(p_booking_id);
  if booking.state = 'cancelled' then return jsonb_build_object('restored', 0, 'kept', 0); end if;
  if booking.sequence > 0 or booking.state <> 'booked' or booking.starts_at <= now() then
    perform private.refuse('outdated', 'PT409', 'This call has changed since then');
  end if;
  booking.lead_id := private.kept_lead(booking.lead_id);
  is_forgotten := private.forget_booking(booking);
  if not is_forgotten then
    perform private.cancel_booking(booking.id, caller, true);
    perform private.withdraw_booking_mails(booking.id, 0, 1);
  end if;
  -- The stage and the owner go back as far as nobody changed them or worked with the lead since.
  perform private.restore_stage(held.id, made.payload) from public.leads as held
  where held.id = booking.lead_id and held.stage = 'call_booked' and held.erased_at is null and exists (
    select from public.pipeline_stages as earlier join public.pipeline_stages as booked on booked.key = 'call_booked'
    where earlier.key = made.payload ->> 'stage_from' and earlier.position < booked.position
  );
  update public.leads as back set user_id = null
  where back.id = booking.lead_id and back.erased_at is null and back.user_id = caller and not made.payload ? 'owner_from' and not exists (
    select from public.lead_activities as later
    where later.lead_id = back.id and later.created_at > booking.created_at and private.is_human_activity(later.kind) and not private.is_retracted(later.id)
  );
  -- The response that was logged with it, as long as a log can be undone.
  perform private.undo_log_activity(logged.id) from public.lead_activities as logged
  where logged.id = booking.id and logged.actor_id = caller and private.is_human_activity(logged.kind)
    and not private.is_retracted(logged.id) and logged.created_at >= now() - interval '1 day'
    and private.may_see_lead((select held from public.leads as held where held.id = logged.lead_id and held.merged_into is null));
  -- What they entered for the booking goes with it. Where an email was sent, it's true.
  if is_forgotten and made.payload ?| array['fills_email', 'fills_phone'] then
    update public.leads as back set
      email = case when made.payload ? 'fills_email' and back.email = booking.email then null else back.email end,
      phone = case when made.payload ? 'fills_phone' and back.phone = booking.phone then null else back.phone end
    where back.id = booking.lead_id and back.erased_at is null;
  end if;
  -- The stage and the owner went there and back, so their history begins where it was.
  if is_forgotten then
    delete from public.lead_activities as noted
    where noted.lead_id = booking.lead_id and noted.actor_id = caller and noted.kind in ('stage_change', 'assignment', 'edit')
      and noted.created_at in (booking.created_at, now()) and exists (
        select from public.lead_activities as undone
        where undone.lead_id = noted.lead_id and undone.kind = noted.kind and undone.actor_id = caller and undone.created_at = now()
      );
  end if;
  return jsonb_strip_nulls(jsonb_build_object('restored', 1, 'kept', 0, 'was_told', case when not is_forgotten then true end));
end
$$;

create function public.undo_book_call(p_booking_id uuid) returns jsonb
language sql volatile
set search_path = ''
return private.undo_book_call(p_booking_id);

comment on function public.undo_book_call(uuid) is
'Takes back a call that the caller booked in a lead''s name, with its effects on the lead as far as nobody changed them since and the response that was logged with it: { restored, kept, was_told }. While nobody got an email about it, nothing of it stays, also not the email address and the phone number that were entered for it. Later (was_told), it is canceled, and those who were told hear it. A repeated undo changes nothing. PT404: a visitor or a colleague booked it. PT409: it was moved or has begun.';

grant execute on function public.call_times(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) to authenticated;
grant execute on function private.call_times(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) to authenticated;
grant execute on function public.book_call(uuid, uuid, uuid, timestamptz, uuid, jsonb, text) to authenticated;
grant execute on function private.book_call(uuid, uuid, uuid, timestamptz, uuid, jsonb, text) to authenticated;
grant execute on function public.undo_book_call(uuid) to authenticated;
grant execute on function private.undo_book_call(uuid) to authenticated;
