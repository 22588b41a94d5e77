-- The message after a booking names the tasks that it completed.

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

create or replace function private.book_call(
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

create or replace function public.book_call(
  p_id uuid, p_lead_id uuid, p_type_id uuid, p_starts_at timestamptz, p_host uuid default null, p_sent jsonb default '{}',
  p_response text default null
) returns jsonb
language sql volatile
set search_path = ''
return private.book_call(p_id, p_lead_id, p_type_id, p_starts_at, p_host, p_sent, p_response);

comment on function public.book_call(uuid, uuid, uuid, timestamptz, uuid, jsonb, text) is
'Books a call in a lead''s name, with p_host for this host of a pool instead of whoever is free, and returns it, with the titles of the tasks that this finished. p_sent: {email, phone} as far as the lead has none, time_zone, answers by question id. p_response: the caller reached the lead just now by call (connected) or email; it is logged under the same id, and answers the clock as every log does. A known id changes nothing. The lead and the hosts get their emails. 22023: a field is missing or wrong. PT404: no such lead or type. PT409: slot_taken, slot_not_free, slot_passed, or the lead is merged, archived or erased. 42501: not on the team, or a free plan.';
