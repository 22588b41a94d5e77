-- A person who books twice at one time, as after Back in the browser, has one call: the one they had.

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
