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
    ) else private.logo_json(account) end,
    'privacy_url', brand.privacy_url,
    -- What the account shows on its pages, and never the address of one of its people.
    'email', case when account.kind = 'agency' then (select own.email from public.agency_settings as own) else brand.email end,
    'phone', case when account.kind = 'agency' then (select own.phone from public.agency_settings as own) else brand.phone end
  )
  from public.accounts as account left join public.landing_brands as brand on brand.account_id = account.id where account.id = p_account
$$;

comment on function private.booking_account_json(uuid) is 'An account as its booking pages show it.';

create function private.booking_type_json(p_type public.meeting_types) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'slug', p_type.slug, 'name', p_type.name, 'description', p_type.description, 'minutes', p_type.minutes, 'location', p_type.location,
    'place', case when p_type.location = 'place' then p_type.location_details else '' end, 'questions', p_type.questions, 'horizon_days', p_type.horizon_days
  )
$$;

comment on function private.booking_type_json(public.meeting_types) is
'A meeting type as visitors see it. place is the address of a call in person. A video link is only in what they get after booking.';

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

create function private.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(type.account_id), 'type', private.booking_type_json(type))
    || private.times_json(type.id, p_from, p_to)
  from private.bookable_type(p_account, p_type) as type where type.id is not null
$$;

create function public.booking_page(p_account text, p_type text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable
set search_path = ''
return private.booking_page(p_account, p_type, p_from, p_to);

comment on function public.booking_page(text, text, timestamptz, timestamptz) is
'What /book/{account}/{type} shows: {account, type, times, next}. Null: there is no such type, or it is not active.';

create function private.booking_types(p_account text) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object('account', private.booking_account_json(account.id), 'types', coalesce((
    select jsonb_agg(private.booking_type_json(type) order by type.created_at, type.id)
    from public.meeting_types as type where type.account_id = account.id and type.is_active
      and exists (
        select from public.meeting_hosts as host where host.meeting_type_id = type.id and private.is_on_team(host.user_id, account.id)
      )
  ), '[]'))
  from public.accounts as account where account.slug = p_account and account.archived_at is null
$$;

create function public.booking_types(p_account text) returns jsonb
language sql stable
set search_path = ''
return private.booking_types(p_account);

comment on function public.booking_types(text) is 'What /book/{account} shows: {account, types with a host on the team}, the oldest type first. Null: there is no such account.';

create function private.booking_account_of_domain(p_domain text) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_pages as page join public.accounts as account on account.id = page.account_id
  where page.custom_domain = lower(p_domain) and page.status = 'published' and account.archived_at is null
$$;

create function public.booking_account_of_domain(p_domain text) returns text
language sql stable
set search_path = ''
return private.booking_account_of_domain(p_domain);

comment on function public.booking_account_of_domain(text) is 'The account whose page is on this domain, which also has its booking pages; null for every other name.';

create function private.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
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

create function public.booking_visitor(p_account text, p_submission_id uuid) returns jsonb
language sql stable
set search_path = ''
return private.booking_visitor(p_account, p_submission_id);

comment on function public.booking_visitor(text, uuid) is
'Who sent this form in the last two hours: {name, email, phone}, or {answers, page_id} for a landing page''s form. The form''s id is the secret. Null for every other one.';

create function private.booking_offer(p_submission_id uuid) returns text
language sql stable security definer
set search_path = ''
as $$
  select account.slug from public.landing_submissions as sent join public.accounts as account on account.id = sent.account_id
  where sent.submission_id = p_submission_id and not sent.is_spam and account.archived_at is null and exists (
    select from public.meeting_types as type join public.meeting_hosts as host on host.meeting_type_id = type.id
    where type.account_id = account.id and type.is_active and private.is_on_team(host.user_id, account.id)
  )
$$;

create function public.booking_offer(p_submission_id uuid) returns text
language sql stable
set search_path = ''
return private.booking_offer(p_submission_id);

comment on function public.booking_offer(uuid) is
'The slug of the account that got this landing page''s form, if it has calls to book, which someone takes; null if not.';

create function private.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
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

create function public.book_meeting(p_account text, p_type text, p_sent jsonb) returns uuid
language sql volatile
set search_path = ''
return private.book_meeting(p_account, p_type, p_sent);

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

create function private.managed_booking(p_key uuid, p_from timestamptz, p_to timestamptz) returns jsonb
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
      'state', booking.state, 'answers', booking.answers, 'timeZone', private.zone_of_call(booking, booking.time_zone), 'isOver', booking.state in ('held', 'no_show') or booking.starts_at <= clock_timestamp(),
      'minutes', extract(epoch from booking.ends_at - booking.starts_at)::integer / 60, 'reminders', to_jsonb(private.reminders_ahead(booking))
    )
  ) || case when p_from is not null and p_to is not null and type.id is not null and booking.state = 'booked' and booking.starts_at > clock_timestamp()
    then private.times_json(type.id, p_from, p_to, booking.id) else '{}' end;
end
$$;

create function public.managed_booking(p_key uuid, p_from timestamptz default null, p_to timestamptz default null) returns jsonb
language sql stable
set search_path = ''
return private.managed_booking(p_key, p_from, p_to);

comment on function public.managed_booking(uuid, timestamptz, timestamptz) is
'The booking with this key, as its visitor sees it, with the times that it can be moved to. PT404: there is none.';

create function private.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.move_booking(booking.id, p_starts_at, null);
end
$$;

create function public.move_own_booking(p_key uuid, p_starts_at timestamptz) returns boolean
language sql volatile
set search_path = ''
return private.move_own_booking(p_key, p_starts_at);

comment on function public.move_own_booking(uuid, timestamptz) is 'Moves the booking with this key, as private.move_booking does for its visitor.';

create function private.cancel_own_booking(p_key uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  booking public.bookings := private.require_booking(p_key);
begin
  return private.cancel_booking(booking.id, null);
end
$$;

create function public.cancel_own_booking(p_key uuid) returns boolean
language sql volatile
set search_path = ''
return private.cancel_own_booking(p_key);

comment on function public.cancel_own_booking(uuid) is 'Cancels the booking with this key, as private.cancel_booking does for its visitor.';

grant execute on function public.booking_page(text, text, timestamptz, timestamptz) to service_role;
grant execute on function private.booking_page(text, text, timestamptz, timestamptz) to service_role;
grant execute on function public.booking_types(text) to service_role;
grant execute on function private.booking_types(text) to service_role;
grant execute on function public.booking_account_of_domain(text) to service_role;
grant execute on function private.booking_account_of_domain(text) to service_role;
grant execute on function public.booking_visitor(text, uuid) to service_role;
grant execute on function private.booking_visitor(text, uuid) to service_role;
grant execute on function public.booking_offer(uuid) to service_role;
grant execute on function private.booking_offer(uuid) to service_role;
grant execute on function public.book_meeting(text, text, jsonb) to service_role;
grant execute on function private.book_meeting(text, text, jsonb) to service_role;
grant execute on function public.managed_booking(uuid, timestamptz, timestamptz) to service_role;
grant execute on function private.managed_booking(uuid, timestamptz, timestamptz) to service_role;
grant execute on function public.move_own_booking(uuid, timestamptz) to service_role;
grant execute on function private.move_own_booking(uuid, timestamptz) to service_role;
grant execute on function public.cancel_own_booking(uuid) to service_role;
grant execute on function private.cancel_own_booking(uuid) to service_role;
