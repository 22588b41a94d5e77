-- Whoever books a call from a colleague's calendar gets that colleague, not whoever of the pool is free.

drop function public.call_times(uuid, uuid, boolean, timestamptz, timestamptz, timestamptz);
drop function private.call_times(uuid, uuid, boolean, timestamptz, timestamptz, timestamptz);
drop function public.book_call(uuid, uuid, uuid, timestamptz, boolean, jsonb, text);
drop function private.book_call(uuid, uuid, uuid, timestamptz, boolean, jsonb, text);

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

grant execute on function public.call_times(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) to authenticated;
grant execute on function private.call_times(uuid, uuid, uuid, timestamptz, timestamptz, timestamptz) to authenticated;

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
    return private.call_json(known);
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
  return (select private.call_json(booking) from public.bookings as booking where booking.id = p_id);
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
'Books a call in a lead''s name, with p_host for this host of a pool instead of whoever is free, and returns it. p_sent: {email, phone} as far as the lead has none, time_zone, answers by question id. p_response: the caller reached the lead just now by call (connected) or email; it is logged under the same id, and answers the clock as every log does. A known id changes nothing. The lead and the hosts get their emails. 22023: a field is missing or wrong. PT404: no such lead or type. PT409: slot_taken, slot_not_free, slot_passed, or the lead is merged, archived or erased. 42501: not on the team, or a free plan.';

grant execute on function public.book_call(uuid, uuid, uuid, timestamptz, uuid, jsonb, text) to authenticated;
grant execute on function private.book_call(uuid, uuid, uuid, timestamptz, uuid, jsonb, text) to authenticated;
