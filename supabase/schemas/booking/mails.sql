-- Emails about booked calls: to the visitor in their own time zone, and to each host in theirs; in person, in that of the place. The functions that send them make
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

create function private.zone_of_call(p_booking public.bookings, p_reader text) returns text
language sql stable
set search_path = ''
as $$
  select case p_booking.location when 'place' then private.account_zone(p_booking.account_id) else p_reader end
$$;

comment on function private.zone_of_call(public.bookings, text) is
'The zone in which somebody reads the hours of a call: their own (p_reader), but in person that of the place, so that nobody comes at a wrong hour.';

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
    'accountSlug', (select account.slug from public.accounts as account where account.id = p_booking.account_id),
    -- Visitors of a client with a domain of its own stay there.
    'domain', (
      select page.custom_domain from public.landing_pages as page join public.landing_domains as own on own.domain = page.custom_domain
      where page.account_id = p_booking.account_id and page.status = 'published' and own.state = 'live' order by own.created_at, own.id limit 1
    )
  ))
$$;

comment on function private.booking_mail_data(public.bookings) is 'A booked call as its emails and its calendar file show it.';

create function private.booking_mails(p_booking uuid, p_sequence integer) returns text[]
language sql stable security definer
set search_path = ''
as $$
  select array[format('booking:%s:%s:visitor', p_booking, p_sequence)]
    || array(
      select format('booking:%s:%s:host:%s', p_booking, p_sequence, person.id) from (
        select host.user_id::text as id from public.booking_hosts as host where host.booking_id = p_booking
        union
        select noted.payload ->> side.key from public.booking_events as noted cross join (values ('from'), ('to')) as side (key)
        where noted.booking_id = p_booking and noted.event = 'reassigned'
      ) as person
    )
$$;

comment on function private.booking_mails(uuid, integer) is
'The outbox keys of the emails that tell a call''s visitor and hosts, earlier ones too, of a change. Sequence 0 is its booking.';

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

create function private.booking_mail_time(p_is_held boolean) returns timestamptz
language sql stable
set search_path = ''
as $$
  select now() + case when p_is_held then interval '10 seconds' else interval '0' end
$$;

comment on function private.booking_mail_time(boolean) is
'When an email about a call leaves. p_is_held: not as long as the person of the team who causes it is offered to undo that.';

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
  -- The earlier host has the call in their calendar, too.
  handed constant jsonb := case when p_event = 'reassigned' then (
    select noted.payload from public.booking_events as noted where noted.booking_id = p_booking and noted.event = 'reassigned' order by noted.id desc limit 1
  ) end;
  giver constant uuid := case when handed ? 'handed_over' then private.parse_uuid(handed ->> 'from') end;
  taker constant uuid := case when giver is not null then private.parse_uuid(handed ->> 'to') end;
  run_at constant timestamptz := private.booking_mail_time(p_is_held);
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
        jsonb_build_object('bookedBy', booked_by, 'left', handed ->> 'left', 'reminders', array_to_string(private.reminders_ahead(booking), ','))
      )
    ), run_at);
  end if;
  perform public.enqueue_outbox('mail', format('booking:%s:%s:host:%s', p_booking, booking.sequence, host.id), jsonb_build_object(
    'to', person.email, 'template', 'booking-host-' || case when host.id = giver then 'handed-over' when host.id <> taker then 'joined' when handed ? 'left' then 'left' else p_event end, 'data', private.booking_mail_data(booking) || moved || jsonb_strip_nulls(jsonb_build_object(
      'timeZone', private.zone_of_call(booking, coalesce(rota.time_zone, private.account_zone(booking.account_id))), 'hostEmail', person.email, 'leadId', booking.lead_id,
      'bookedBy', case when booker <> host.id then booked_by end, 'isBooker', case when booker = host.id then 'true' end,
      'earlierHost', private.person_name(coalesce(giver, private.parse_uuid(case when handed ? 'left' then handed ->> 'from' end))), 'newHost', private.person_name(taker),
      'answers', (select string_agg(answer.key || ': ' || answer.value, E'\n' order by answer.key) from jsonb_each_text(booking.answers) as answer)
    ))
  ), run_at)
  from (
    select one.user_id as id from public.booking_hosts as one where one.booking_id = p_booking
    union all select giver where giver is not null
  ) as host
  join auth.users as person on person.id = host.id and coalesce(person.email, '') <> ''
  left join public.rotas as rota on rota.account_id = booking.account_id and rota.user_id = host.id
  order by host.id;
end
$$;

comment on function private.send_booking_mails(uuid, text, timestamptz, boolean) is
'Queues the emails about a booked, rescheduled, cancelled or reopened call to its visitor and its hosts, and about one that was handed over to its visitor, its hosts and the earlier one, once for each change. p_from is the earlier time. p_is_held: as long as a person of the team is offered to undo it, nobody is told.';
